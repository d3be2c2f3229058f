"""Quiz comments of fumen: `#Q=[hold](current)next;what comes then`, and how they go on as pieces are used.

    #Q=[](S)JT;bye   the S is used    #Q=[](J)T;bye
                     the J is used    #Q=[S](T);bye    the S is held

Used up, a quiz gives way to what follows its `;`: another quiz, or plain text. White space in a quiz is
lost when it goes on. Compare with `Quiz` of the npm package tetris-fumen, which the tests are made with.
"""

from __future__ import annotations

import re

START = "#Q="
USED_UP = "#Q=[]()"
PARTS = re.compile(r"#Q=\[([TIOSZJLtioszjl]?)\]\(([TIOSZJLtioszjl]?)\)(.*)", re.DOTALL)
WHITE = re.compile("[\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+")  # to JavaScript


class NotAQuiz(ValueError):
    """A comment that begins like a quiz and is none, or a piece that a quiz does not have."""


def verified(comment: str) -> str:
    """A quiz without its white space; plain text as it is."""
    if comment == USED_UP or not comment.startswith(START):
        return comment
    quiz = WHITE.sub("", comment)
    if not PARTS.fullmatch(quiz):
        raise NotAQuiz(comment)
    return quiz


def parts(quiz: str) -> tuple[str, str, str]:
    """What is held, the current piece, and all that follows."""
    found = PARTS.fullmatch(quiz)
    if found is None:
        raise NotAQuiz(quiz)
    hold, current, rest = found.groups()
    return hold, current, rest


def _opened(quiz: str) -> str:
    """A quiz, or what follows it if it is used up."""
    return verified(quiz.removeprefix(USED_UP + ";"))


def goes_on(quiz: str) -> bool:
    """Whether there are pieces left."""
    rest = quiz.removeprefix(USED_UP + ";")
    return rest.startswith(START) and rest != USED_UP


def shown(quiz: str) -> str:
    """The comment that a page shows."""
    try:
        return _shown(_opened(quiz))
    except NotAQuiz:
        return quiz


def _shown(quiz: str) -> str:
    if quiz == USED_UP:
        return ""
    if not quiz.startswith(START):
        return quiz
    hold, current, rest = parts(quiz)
    if current:
        return quiz
    if hold:
        return verified(f"#Q=[]({hold}){rest}")
    if rest[:1] in ("", ";"):
        return verified(rest[1:])
    return verified(f"#Q=[]({rest[0]}){rest[1:]}")


def after(quiz: str, piece: str) -> str:
    """The quiz when a piece has been used; a piece that it cannot give changes nothing."""
    try:
        return _after(_opened(quiz), piece)
    except NotAQuiz:
        return shown(quiz)


def _after(quiz: str, piece: str) -> str:
    hold, current, rest = parts(quiz)
    following = "" if rest.startswith(";") else rest[:1]
    later = rest[len(following) :]
    if piece == current:
        return verified(f"#Q=[{hold}]({following}){later}")
    if piece == hold:
        return verified(f"#Q=[{current}]({following}){later}")
    if piece == following and (not hold or (not current and later)):
        return verified(f"#Q=[{hold or current}]({later[:1]}){later[1:]}")
    raise NotAQuiz(quiz)
