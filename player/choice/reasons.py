"""Why it is this puzzle, in one sentence in both languages. Themes are never named: they may give the answer away."""

from __future__ import annotations

from datetime import date

from assets.core.titles import Words

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
DAYS_JA = "月火水木金土日"
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)

PICKED = ("You chose this one.", "あなたが選んだ問題です。")
TEACHING = (
    "The models do not know yet how people like this one: your opinion teaches them most.",
    "予測モデルがまだよく知らない問題です。あなたの評価がいちばん役に立ちます。",
)
SURPRISE = ("A surprise: drawn from all there is.", "おまかせ：全問題から無作為に選びました。")
NO_MISSES = ("You have nothing to make up for. ", "弱点はありません。")
NOT_READY = (
    "New ones with the theme that you missed are not ready yet. ",
    "間違えたテーマの新しい問題はまだありません。",
)


def joined(*parts: Words) -> Words:
    return "".join(part[0] for part in parts), "".join(part[1] for part in parts)


def in_order(position: int, total: int) -> Words:
    return f"Problem {position} of {total}.", f"{total}問中の{position}問目です。"


def unsolved(position: int, total: int) -> Words:
    return (
        f"The next one that you have not solved: problem {position} of {total}.",
        f"まだ解いていない次の問題です（{total}問中の{position}問目）。",
    )


def by_lot(category: Words) -> Words:
    return f"Drawn by lot from {category[0]}.", f"「{category[1]}」から無作為に選びました。"


def share(chance: float) -> Words:
    """A chance as people say it."""
    tens = round(10 * chance)
    if tens == 0:
        return "fewer than 1 in 10", "10問中1問未満"
    return ("nearly all", "ほとんど全部") if tens == 10 else (f"about {tens} in 10", f"10問中{tens}問ほど")


def fits(chance: float, known: bool, missed: date | None, today: date) -> Words:
    """That a puzzle is of the right difficulty; `known` if the player has shown how skilled they are."""
    told = share(chance)
    if known:
        said = f"You solve {told[0]} like this one", f"このくらいの問題を、あなたは{told[1]}解けます"
    else:
        said = f"You should solve {told[0]} like this one", f"このくらいの問題は、{told[1]}解けそうです"
    if missed is None:
        return f"{said[0]}.", f"{said[1]}。"
    when = day_name(missed, today)
    return (
        f"{said[0]}; it has a theme that you missed {when[0]}.",
        f"{said[1]}。{when[1]}間違えたテーマの問題です。",
    )


def rising(number: int, chance: float) -> Words:
    told = share(chance)
    if number == 1:
        return f"An easy start: you should solve {told[0]} like this one.", "まずはやさしい問題から。"
    return (
        f"Number {number}, harder than the one before: you should solve {told[0]} like it.",
        f"{number}問目です。前の問題より難しく、このくらいの問題は{told[1]}解けそうです。",
    )


def at_the_top(number: int, chance: float) -> Words:
    told = share(chance)
    return (
        f"Number {number}, at the top: nothing is harder. You should solve {told[0]} like it.",
        f"{number}問目です。これより難しい問題はありません。このくらいの問題は{told[1]}解けそうです。",
    )


def missed(when: date, today: date) -> Words:
    said = day_name(when, today)
    return f"You missed this one {said[0]}.", f"{said[1]}間違えた問題です。"


def pattern(when: date, today: date, left: int, has_theme: bool, made: bool) -> Words:
    said = day_name(when, today)
    what = ("It has the theme", "テーマの問題") if has_theme else ("It is of the kind", "種類の問題")
    new = ("It was made for you just now. ", "今あなたのために作った問題です。") if made else ("", "")
    return (
        f"{new[0]}{what[0]} that you missed {said[0]}; solve {left} running to be done with it.",
        f"{new[1]}{said[1]}間違えた{what[1]}です。あと{left}問続けて解けば卒業です。",
    )


def day_name(day: date, today: date) -> Words:
    """A day as people say it: on Tuesday, on 3 November; in Japanese with the particle that it takes."""
    ago = (today - day).days
    if ago <= 0:
        return "today", "今日"
    if ago == 1:
        return "yesterday", "昨日"
    if ago < 7:
        return f"on {DAYS[day.weekday()]}", f"{DAYS_JA[day.weekday()]}曜日に"
    return f"on {day.day} {MONTHS[day.month - 1]}", f"{day.month}月{day.day}日に"
