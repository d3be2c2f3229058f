"""What the pages say, in English and Japanese."""

from __future__ import annotations

import html
from collections.abc import Collection, Iterable, Mapping, Sequence

from assets.core.titles import GROUPS, Words, category_title, variant_title
from warehouse.vocabulary import CURATED, DAY, FLASH, MEASURED, PRACTICE, SIMULATED

UI: Mapping[str, Words] = {
    # getting about
    "tonight": ("Tonight", "今夜"),
    "browse": ("Browse", "一覧"),
    "print": ("Print", "印刷用"),
    "surprise": ("How agents see the answer", "エージェントから見た解"),
    "origin": ("Origin", "出典"),
    "from play": ("met in an agent's game", "実戦の局面"),
    "watch": ("Watch", "観戦"),
    "watch about": (
        "Games that agents played, move by move. Arrows step, space plays, N goes to the next event.",
        "エージェントの対局を一手ずつ見られます。矢印で進む・戻る、スペースで再生、Nで次の見どころへ。",
    ),
    "watch none": ("No games were played tonight.", "今夜の対局はありません。"),
    "start": ("To the beginning", "最初へ"),
    "next event": ("Next event", "次の見どころ"),
    "previous event": ("Event before", "前の見どころ"),
    "speed": ("Speed", "速さ"),
    "which game": ("Game", "対局"),
    "open in": ("Open in another tool ({form})", "他のツールで開く（{form}）"),
    "night": ("The night", "今夜の記録"),
    "models": ("Models", "モデル"),
    "language": ("日本語", "English"),
    "look": ("Light or dark", "明暗の切り替え"),
    "keys": ("Keys", "キー操作"),
    "skip": ("Skip to the puzzles", "問題へ移動"),
    "night of": ("Night of {night}", "{night} の夜"),
    "no scripts": (
        "This page needs scripts. Tonight's puzzles and the print sheet do without; the data files have all puzzles.",
        "このページにはスクリプトが必要です。今夜の問題と印刷用ページはスクリプトなしで見られます。全問題はデータファイルにあります。",
    ),
    # what it is all about
    "title": ("Puzzles cut out of games", "ゲームから生まれた詰め問題"),
    "summary": (
        "{puzzles} puzzles, {added} of them new tonight, each proved to have exactly one answer.",
        "唯一解が証明された問題が{puzzles}問。今夜の新作は{added}問です。",
    ),
    "summary all new": (
        "{puzzles} puzzles, all new tonight, each proved to have exactly one answer.",
        "唯一解が証明された問題が{puzzles}問。すべて今夜の新作です。",
    ),
    "summary one": ("One puzzle, proved to have exactly one answer.", "唯一解が証明された問題が1問あります。"),
    "how to play": ("How to play", "遊び方"),
    "an example": ("An example", "例"),
    "its answer": ("Its answer", "その解答"),
    "difficulty is": ("Difficulty is {what}.", "難しさは、{what}です。"),
    "interest is": ("Interest is {what}.", "面白さは、{what}です。"),
    "interest unknown": (
        "Nobody has rated interest yet: the choice goes by whom a puzzle suits, how surprising its answer is, and "
        "how it differs from others.",
        "面白さはまだ評価されていません。誰に向くか、解がどれほど意外か、他の問題とどれほど違うかで選んでいます。",
    ),
    "interest unknown of some": (
        "Nobody has rated the interest of some puzzles yet: there the choice goes by whom a puzzle suits, how "
        "surprising its answer is, and how it differs from others.",
        "一部の問題の面白さはまだ評価されていません。その選定は、誰に向くか、解がどれほど意外か、"
        "他の問題とどれほど違うかによります。",
    ),
    "interest few": (
        "Few people have rated interest so far, beside simulated raters: it is not shown yet. The choice goes by "
        "whom a puzzle suits, how surprising its answer is, and how it differs from others.",
        "面白さの評価はまだ少なく、模擬評価が混ざるため表示していません。誰に向くか、解がどれほど意外か、"
        "他の問題とどれほど違うかで選んでいます。",
    ),
    "of the day": ("Puzzle of the day", "今日の一問"),
    "tonight set": ("Tonight's set", "今夜の問題"),
    "easy to hard": ("A few of tonight's puzzles of all games, easy to hard.", "今夜の新作から、易しい順に。"),
    "games": ("Games", "ゲーム"),
    "sets": ("Sets", "問題集"),
    "all": ("All puzzles", "全問題"),
    "everything": ("all", "すべて"),
    "curated": ("Curated", "選りすぐり"),
    "curated set": ("Curated: {title}", "選りすぐり：{title}"),
    "curated about": (
        "Chosen from each family to differ: as many from its easiest third as from its middle and hardest thirds.",
        "種類ごとに、互いに違う問題を選んでいます。その種類の中で易しい・中間・難しい3分の1から同数ずつです。",
    ),
    "flash": ("Flash", "フラッシュ"),
    "flash set": ("Flash: {title}", "フラッシュ：{title}"),
    "flash about": ("Drawn by lot, to be seen at a glance.", "無作為に選んだ、一目で解くための問題。"),
    "practice": ("Practice", "練習"),
    "practice set": ("Practice: {title}", "練習：{title}"),
    "practice about": ("Drawn by lot, to practise on.", "無作為に選んだ、練習用の問題。"),
    "survey": ("Survey", "評価募集"),
    "files": ("The data", "データ"),
    "files about": (
        "Puzzles and sets for any program, with the answers in a file of their own. Free of all rights (CC0).",
        "問題、問題集、そして別ファイルの解答。権利は放棄されています（CC0）。",
    ),
    "answers apart": ("answers", "解答"),
    # a puzzle
    "interest": ("Interest", "面白さ"),
    "difficulty": ("Difficulty", "難しさ"),
    "not rated yet": ("not rated yet", "未評価"),
    "few ratings": ("few ratings yet", "評価はまだ少数"),
    "by measured": ("measured", "測定値"),
    "by simulated": ("simulated", "模擬評価"),
    "by survey": ("rated", "評価済み"),
    "by players": ("rated", "評価済み"),
    "from measured": ("measured on the puzzle and its answer, not rated yet", "問題と解答から測った値（未評価）"),
    "from simulated": ("predicted from simulated ratings, not rated yet", "模擬評価から予測した値（未評価）"),
    "from survey": ("predicted from ratings by people in surveys", "アンケートの評価から予測した値"),
    "from players": ("predicted from ratings by players", "プレイヤーの評価から予測した値"),
    "from few ratings": ("predicted from few ratings by people so far", "まだ少数の評価から予測した値"),
    "interval": ("80 % of such puzzles: {low} to {high}", "同様の問題の80％は{low}〜{high}"),
    "level": ("Level", "難易度"),
    "easy": ("easy", "初級"),
    "medium": ("medium", "中級"),
    "hard": ("hard", "上級"),
    "length": ("Length", "手数"),
    "answer": ("Show the answer", "解答を見る"),
    "hide": ("Hide the answer", "解答を隠す"),
    "problem": ("Problem", "問題"),
    "first": ("To the problem", "最初へ"),
    "back": ("Step back", "一手戻る"),
    "on": ("Step on", "一手進む"),
    "last": ("To the end", "最後へ"),
    "play": ("Play", "再生"),
    "pause": ("Pause", "停止"),
    "step": ("{at} of {count}", "{at} / {count}"),
    "hint": ("Hints: themes and reasons", "ヒント：テーマと理由"),
    "hint about": ("They may give the answer away.", "解答が分かることがあります。"),
    "no themes": ("None of the themes that we know.", "該当するテーマはありません。"),
    "reason": ("How it compares", "他の問題と比べて"),
    "why": ("Why it was chosen", "選ばれた理由"),
    "in sets": ("In these sets", "収録"),
    "added": ("Added", "追加日"),
    "category": ("Category", "分類"),
    "variant": ("Variant", "種類"),
    "game": ("Game", "ゲーム"),
    "audience": ("Chosen for", "対象"),
    "everyone": ("everyone", "すべての人"),
    **GROUPS,
    "links": ("Open elsewhere", "外部サイトで開く"),
    "with answer": ("with the answer", "解答つき"),
    "copy as": ("Copy as", "コピー"),
    "copy": ("Copy", "コピー"),
    "copied": ("Copied", "コピーしました"),
    "permalink": ("Link to this puzzle", "この問題へのリンク"),
    "report": ("Report this puzzle", "この問題を報告"),
    "report about": (
        "Something wrong with it? Send this line, and what is wrong, to whoever runs the press. The second line is "
        "the command with which they withdraw it.",
        "問題に誤りがあれば、次の行に理由を添えて運営者へお知らせください。運営者は下のコマンドで取り下げられます。",
    ),
    "report line": ("release {release}, puzzle {id}: ", "リリース {release}、問題 {id}："),
    "operators": ("For operators", "運営者用"),
    "previous": ("Previous", "前の問題"),
    "next": ("Next", "次の問題"),
    "unknown": (
        "There is no puzzle {id} in this release. It may be in another one.",
        "このリリースに問題 {id} はありません。他のリリースにあるかもしれません。",
    ),
    "releases": ("All releases", "すべてのリリース"),
    "cannot load": ("This puzzle's drawings cannot be read: {file}", "図を読み込めません：{file}"),
    # browsing
    "set": ("Set", "問題集"),
    "theme": ("Theme", "テーマ"),
    "sort": ("Sort by", "並べ替え"),
    "as listed": ("as listed", "収録順"),
    "recommended": ("recommended", "おすすめ順"),
    "most surprising": ("most surprising answer", "解が意外な順"),
    "easiest": ("easiest first", "易しい順"),
    "hardest": ("hardest first", "難しい順"),
    "newest": ("newest", "新しい順"),
    "shortest": ("shortest", "短い順"),
    "longest": ("longest", "長い順"),
    "new only": ("new tonight", "今夜の新作"),
    "id": ("Id begins with", "IDの先頭"),
    "more filters": ("More filters", "詳しく絞り込む"),
    "themes warn": ("may give answers away", "解答が分かることがあります"),
    "found": ("{count} of {total} puzzles", "{total}問中 {count}問"),
    "none found": ("No puzzle matches these filters.", "該当する問題はありません。"),
    "no such value": (
        "None of these puzzles has the {what} “{value}”: all are shown.",
        "{what}「{value}」の問題はこの中にありません。すべて表示しています。",
    ),
    "no such order": (
        "There is no order “{value}”: the usual one is shown.",
        "「{value}」という並べ方はありません。通常の順に表示しています。",
    ),
    "no such set": ("There is no set “{set}” in this release.", "問題集「{set}」はこのリリースにありません。"),
    "no id": ("The address names no puzzle.", "アドレスに問題の指定がありません。"),
    "no such filter": ("Puzzles cannot be filtered by “{key}”.", "「{key}」で絞り込むことはできません。"),
    "choose a game": ("(choose a game for its sets)", "（ゲームを選ぶと問題集が出ます）"),
    "reset": ("Show all", "すべて表示"),
    "more": ("Show more", "もっと見る"),
    "key list": (
        "j k|move among puzzles;Enter|show or hide the answer;← →|step through the answer;p|play it;"
        "o|open the puzzle;/|to the filters;l|language;d|light or dark;?|this list;Esc|close",
        "j k|問題を移動;Enter|解答を表示・非表示;← →|解答を一手ずつ;p|再生;o|問題を開く;"
        "/|絞り込みへ;l|言語;d|明暗;?|この一覧;Esc|閉じる",
    ),
    "close": ("Close", "閉じる"),
    # the print sheet
    "sheet": ("Tonight's puzzles", "今夜の問題"),
    "answers": ("Answers", "解答"),
    "sheet about": ("Answers are on the last pages.", "解答は最後のページにあります。"),
    "levels follow": ("Levels follow difficulty: {what}.", "難易度は難しさ（{what}）によります。"),
    # how the night went
    "how it went": ("How the night went", "今夜の記録"),
    "from candidates": ("From candidates to puzzles", "候補から問題まで"),
    "generated": ("generated", "生成"),
    "different": ("different", "異なるもの"),
    "unique": ("one answer", "唯一解"),
    "ambiguous": ("several", "複数解"),
    "impossible": ("none", "解なし"),
    "unfinished": ("undecided", "未決着"),
    "rated": ("rated", "予測済み"),
    "provenance": ("which rest on", "予測の由来"),
    "new": ("added", "追加"),
    "release": ("The release", "リリース"),
    "puzzles": ("puzzles", "問題数"),
    "plot": (
        "Interest or surprise against difficulty, and levels by variant",
        "面白さまたは意外さと難しさ、種類ごとの難易度の内訳",
    ),
    "quotas": ("Sets: how many were wanted and chosen", "問題集ごとの目標と結果"),
    "quotas met": (
        "{met} of {all} groups gave as many as wanted.",
        "{all}グループ中{met}グループで目標数に達しました。",
    ),
    "choice": (
        "The choice weighs worth and variety. Worth is whom a puzzle suits and how surprising its answer is; as far "
        "as people have rated, it is their interest. It is in steps of interest. The columns “by worth alone” show "
        "what worth alone would have chosen.",
        "価値と互いの違いの両方で選んでいます。価値は、誰に向くかと解の意外さ、そして人が評価した分だけその面白さからなり、"
        "面白さの段階で表します。右は価値だけで選んだ場合です。",
    ),
    "kind": ("set", "問題集"),
    "groups": ("groups", "グループ"),
    "wanted": ("wanted", "目標"),
    "chosen": ("chosen", "選出"),
    "among": ("among", "候補"),
    "mean worth": ("worth", "価値"),
    "top worth": ("worth, by worth alone", "価値（価値のみで選んだ場合）"),
    "mean distance": ("difference", "違い"),
    "top distance": ("difference, by worth alone", "違い（価値のみで選んだ場合）"),
    "shortfalls": ("Groups that fell short ({count})", "目標に届かなかったグループ（{count}）"),
    "group": ("group", "グループ"),
    "short because": ("why", "理由"),
    "checks": ("Checks", "検査"),
    "checks about": (
        "Every table behind the release passed its checks before it was used.",
        "リリースの元になったすべての表は、使われる前に検査に合格しています。",
    ),
    "checks held": ("checks held", "合格した検査"),
    "referee": ("Referee", "審判"),
    "referee about": (
        "A second, plain program, which shares no code with the engines, replayed every new puzzle. As far as its "
        "budget went, it proved again that there is no other answer.",
        "エンジンとコードを共有しない別の簡潔なプログラムが、すべての新作を再現し、予算の範囲で唯一解を証明し直しました。",
    ),
    "replayed": ("replayed", "再現"),
    "proved": ("proved again", "再証明"),
    "fouls": ("fouls", "反則"),
    "drift": ("Drift", "ずれ"),
    "no drift": (
        "Tonight's puzzles and ratings are like those that the models were fitted on.",
        "モデルの学習データからのずれは、すべて許容範囲内です。",
    ),
    "what": ("what", "対象"),
    "name": ("name", "名前"),
    "psi": ("stability index", "安定性指数"),
    "shift": ("shift", "平均のずれ"),
    "limit": ("limit", "限度"),
    "withdrawn": ("Withdrawn so far", "取り下げた問題"),
    "card": ("How good the models are", "モデルの精度"),
    "card about": (
        "The models that predict interest and difficulty, and their errors on puzzles that they have not seen, in "
        "steps of the scale from 1 to 5.",
        "面白さと難しさを予測するモデルと、未知の問題での誤差（1〜5の尺度）です。",
    ),
    "models in use": ("Models in use", "使用中のモデル"),
    "scores": ("How good everyone's models are", "全員向けモデルの精度"),
    "scores about": (
        "Measured on puzzles that were held out when the model was fitted, and compared with simpler ways.",
        "学習に使わなかった問題での値です。単純な方法と比べられます。",
    ),
    "held out": ("how it was tested", "検証方法"),
    "who": ("who or what predicts", "予測する人・方法"),
    "fitted on simulated": ("Fitted on simulated ratings.", "模擬評価から学習しています。"),
    "fitted or measured": (
        "Interest is fitted on simulated ratings. Difficulty is measured on puzzles and their answers. Nobody has "
        "rated it yet, so no error of it is known.",
        "面白さは模擬評価から学習しています。難しさは問題と解答から測った値です。まだ人による評価がないため、"
        "その誤差は分かりません。",
    ),
    # the list of releases
    "newest first": ("Newest first. Feeds:", "新しい順です。フィード："),
    "release holds all": ("{puzzles} puzzles, all new", "{puzzles}問（すべて新作）"),
    "release holds some": ("{puzzles} puzzles, {added} new", "{puzzles}問（新作{added}問）"),
    "release puzzles": ("{puzzles} puzzles", "{puzzles}問"),
    "release sets": ("{sets} sets", "問題集{sets}"),
    "no release has": ("No release here has the puzzle {id}.", "問題 {id} を含むリリースはここにありません。"),
    "nothing": ("Nothing is recorded.", "記録はありません。"),
}


# Who rated, by the provenance of ratings; or what else a number rests on.
RATERS: Mapping[str, Words] = {
    MEASURED: ("measured", "測定値"),
    "simulated": ("simulated raters", "模擬評価者"),
    "survey": ("people in surveys", "アンケートの回答者"),
    "players": ("players", "プレイヤー"),
}


# The same as what numbers are.
NUMBERS: Mapping[str, Words] = {
    MEASURED: ("measured on the puzzle and its answer", "問題と解答から測った値"),
    **{name: (f"predicted from ratings by {whose}", f"{whose_ja}の評価から予測した値")
       for name, (whose, whose_ja) in RATERS.items() if name != MEASURED},
    SIMULATED: ("predicted from simulated ratings", "模擬評価から予測した値"),
}  # fmt: skip


def what_numbers_are(rests_on: Iterable[str]) -> Words:
    """What the numbers of several puzzles are, by what they rest on."""
    found = [NUMBERS.get(one, (one, one)) for one in rests_on]
    return " or ".join(one[0] for one in found), "、または".join(one[1] for one in found)


def resting(interest: Collection[str], difficulty: Collection[str], heard: bool = False) -> Words:
    """What the interest and the difficulty of puzzles rest on, in a sentence each. `heard`: whether people have said
    any of the interest."""
    hard = filled("difficulty is", what_numbers_are(difficulty), "what")
    if heard and SIMULATED in interest:
        fun = say("interest few")
    elif SIMULATED in interest:
        fun = say("interest unknown" if len(interest) == 1 else "interest unknown of some")
    else:
        fun = filled("interest is", what_numbers_are(interest), "what")
    return f"{hard[0]} {fun[0]}", f"{hard[1]}{fun[1]}"


def rated_by(provenance: str) -> Words:
    """Who rated, where several may stand in one text: "simulated, survey"."""
    found = [RATERS.get(one, (one, one)) for one in provenance.split(", ")]
    return ", ".join(one[0] for one in found), "・".join(one[1] for one in found)


def say(key: str, **values: object) -> Words:
    """What stands in the list under a key, with its places filled in."""
    english, japanese = UI[key]
    return english.format(**values), japanese.format(**values)


def filled(key: str, words: Words, place: str = "title") -> Words:
    """The same where what is to be filled in has words of its own."""
    return UI[key][0].format(**{place: words[0]}), UI[key][1].format(**{place: words[1]})


def set_title(name: str, kind: str, games: Sequence[str]) -> Words:
    """What a set is called: by its kind, and by the variant or category that its name ends with."""
    rest = name.removeprefix(f"{kind}-")
    if kind not in (CURATED, FLASH, PRACTICE):
        return say("of the day") if kind == DAY else say(kind)
    if not games:
        return say(kind)
    title = variant_title(games[0], rest) if kind == CURATED else category_title(games[0], rest)
    return filled(f"{kind} set", title)


def both(words: Words) -> str:
    """HTML that shows one language or the other; what is the same in both is said once."""
    english, japanese = (html.escape(said) for said in words)
    if not japanese or english == japanese:
        return english
    return f'<span lang="en">{english}</span><span lang="ja">{japanese}</span>'


def ui(key: str, **values: object) -> str:
    return both(say(key, **values))
