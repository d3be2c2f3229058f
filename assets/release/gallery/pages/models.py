"""The page on the models: which rated the night, how good they are, and the plots that show it, in both languages."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from assets.core.titles import Words, game_title
from assets.pictures.model_card import ERRORS, Card
from assets.pictures.words import UI, both, ui
from assets.release.gallery import shell
from assets.release.gallery.tables import Html, table
from warehouse.vocabulary import MEASURED, SIMULATED

Row = Mapping[str, Any]

PLOTS: Mapping[str, Words] = {
    "predicted against observed": ("Predicted against observed", "予測と実際の評価"),
    "interest against difficulty": ("Interest against difficulty", "面白さと難しさ"),
    "learning curves": ("Learning curves: the error, the more is learned from", "学習曲線：学習量と誤差"),
    "coverage": ("Coverage: how often the intervals hold", "区間の的中率"),
    "feature importances": ("Feature importances", "特徴量の重要度"),
}
COLUMNS: Mapping[str, Words] = {
    "model": ("model", "モデル"),
    "items": ("puzzles", "問題数"),
    "ratings": ("ratings", "評価数"),
    "mae": ("error", "誤差"),
    "baseline_mae": ("of the mean", "平均値の誤差"),
    "above_mae": ("of the wider audience's model", "広い層のモデルの誤差"),
    "rank_correlation": ("rank correlation", "順位相関"),
}
NUMBERS = ("mae", "baseline_mae", "above_mae", "rank_correlation")
PROTOCOLS: Mapping[str, str] = {
    "nested": "入れ子の交差検証",
    "nested, families apart": "入れ子の交差検証（種類別に分離）",
}
FOLDS = re.compile(r"(\d+)-fold, plain means")
SUBJECTS: Mapping[str, str] = {
    "model": "モデル",
    "mean": "平均値のみ",
    "length": "手数のみ",
    "chance": "偶然",
    "floor": "誤差の下限",
    "one rater": "評価者1人",
    "best rater": "最良の評価者",
    "worst rater": "最悪の評価者",
}
PRESET = re.compile(r"preset (\S+)")
METRICS: Mapping[str, str] = {
    "MAE": "平均絶対誤差",
    "rank correlation": "順位相関",
    "top-10 hit rate": "上位10問の的中率",
}
BESIDE = {"predicting the mean": "平均値だけの予測", "the wider audience's model": "広い層のモデル"}
NUMBER = r"(\d+\.\d+)"
WHAT = rf"{NUMBER} for ({'|'.join(BESIDE)})"
REASONS: Sequence[tuple[re.Pattern[str], str]] = tuple(
    (re.compile(pattern), japanese)
    for pattern, japanese in (
        (r"promoted: the founding model, without which no night can be rated", "採用：最初のモデル"),
        (
            r"promoted: the yardstick, which no rating has taught, without which no night can be rated",
            "採用：評価を使わない物差し",
        ),
        (
            rf"promoted: the first of its kind, held-out error {NUMBER} against {WHAT}",
            "採用：この層で最初のモデル。未学習の問題での誤差は{0}（{2}は{1}）",
        ),
        (
            rf"not promoted: held-out error {NUMBER} is no better than {WHAT}",
            "不採用：未学習の問題での誤差{0}は、{2}の{1}より良くない",
        ),
        (
            rf"(promoted|not promoted): error {NUMBER} against the champion's {NUMBER} on the same (\d+) puzzles, "
            rf"held out \({WHAT}\)",
            "{0}：同じ未学習の{3}問での誤差は{1}、現行モデルは{2}（{5}は{4}）",
        ),
    )
)
VERDICTS = {"promoted": "採用", "not promoted": "不採用"}


def page(night: str, cards: Sequence[Card]) -> str:
    """The page `models.html`: no network, works from disk."""
    sections = "".join(section(found) for found in cards)
    body = (
        f'<div class="text"><h1>{ui("card")}</h1><p class="over">{ui("night of", night=night)}</p>'
        f"<p>{ui('card about')}</p>{sections}</div>"
    )
    return shell.page("models", night, UI["card"], body)


def section(found: Card) -> str:
    """All about the models of one game."""
    key = "fitted or measured" if MEASURED in found.provenance else "fitted on simulated"
    warning = f'<p class="warn">{ui(key)}</p>' if SIMULATED in found.provenance else ""
    images = "".join(
        f"<h3>{both(PLOTS[title])}</h3>{plot.inline(f'{found.game}-{place}')}"
        for place, (title, plot) in enumerate(found.plots.items())
    )
    return (
        f"<h2>{both(game_title(found.game))}</h2>{warning}<h3>{ui('models in use')}</h3>{in_use(found.used)}"
        f"{images}<h3>{ui('scores')}</h3><p class='note'>{ui('scores about')}</p>{scored(found.scores)}"
    )


def in_use(rows: Sequence[Row]) -> str:
    """The models in use, a line each."""
    lines = [[named(row), row["items"], Html(both(rests_on(row))), *numbers(row)] for row in rows]
    return table([both(COLUMNS[name]) for name in COLUMNS], lines, digits=3)


def numbers(row: Row) -> list[Any]:
    """Its errors; none of a yardstick, which no ratings have taught."""
    return [row[name] if row.get("provenance") != MEASURED or name not in ERRORS else None for name in NUMBERS]


def named(row: Row) -> Html:
    """What a model predicts and for whom, its id, and why it is used."""
    what = f"<b>{ui(row['target'])}</b>, {both(UI.get(row['audience'], (row['audience'],) * 2))}"
    why = f"<small>{both((row['reason'], reason_ja(row['reason'])))}</small>"
    return Html(f'<div class="named">{what} <code>{row["model_id"]}</code>{why}</div>')


def rests_on(row: Row) -> Words:
    """How many ratings people gave, and how many are simulated; where nobody counted, all of them. A yardstick rests
    on none."""
    if row.get("provenance") == MEASURED:
        return "none: measured", "なし（測定値）"
    ratings, real = row["ratings"], row["real_ratings"]
    if real is None:
        return f"{ratings:,}", f"{ratings:,}"
    parts = [(real, "of people", "人の評価"), (ratings - real, "simulated", "模擬評価")]
    english = ", ".join(f"{count:,} {whose}" for count, whose, _ in parts if count)
    return english, "、".join(f"{whose} {count:,}" for count, _, whose in parts if count)


def reason_ja(reason: str) -> str:
    """Why a model is used or not, in Japanese; a sentence that is not known stays as it is."""
    for pattern, japanese in REASONS:
        if found := pattern.fullmatch(reason):
            return japanese.format(*(VERDICTS.get(said, BESIDE.get(said, said)) for said in found.groups()))
    return reason


def scored(scores: Mapping[str, Sequence[Row]]) -> str:
    """Every score of everyone's models: a line for each protocol and subject, a column for each target and metric."""
    every = [(target, row) for target, rows in scores.items() for row in rows]
    columns = list(dict.fromkeys((target, row["metric"]) for target, row in every))
    found = {(row["protocol"], row["subject"], target, row["metric"]): row["value"] for target, row in every}
    lines = list(dict.fromkeys((row["protocol"], row["subject"]) for _, row in every))
    header = [ui("held out"), ui("who"), *(f"{ui(target)}: {both(metric(name))}" for target, name in columns)]
    cells = [
        [
            Html(both((protocol, protocol_ja(protocol)))),
            Html(both((subject, subject_ja(subject)))),
            *(found.get((protocol, subject, *column)) for column in columns),
        ]
        for protocol, subject in lines
    ]
    return table(header, cells, digits=3)


def metric(name: str) -> Words:
    return name, METRICS.get(name, name)


def protocol_ja(protocol: str) -> str:
    if found := FOLDS.fullmatch(protocol):
        return f"{found[1]}分割、単純平均"
    return PROTOCOLS.get(protocol, protocol)


def subject_ja(subject: str) -> str:
    if found := PRESET.fullmatch(subject):
        return f"論文の設定 {found[1]}"
    return SUBJECTS.get(subject, subject)
