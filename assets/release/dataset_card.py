"""The dataset card: README.md of a release, with the front matter that dataset hubs read.

It says nothing that the edition does not, and does not name the release itself: made again it must come out the same.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import pyarrow as pa

from assets.pictures.words import resting
from assets.release.edition import Edition, Item
from assets.release.manifest import LICENCE, PROVENANCES, counts, solution_forms
from assets.release.package import SCHEMAS
from engines.registry import engine
from warehouse.vocabulary import RESTS_ON, SIMULATED

SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
SUMMED_UP = {
    "puzzles": "The puzzles without their answers, ordered by game and variant, easy to hard.",
    "solutions": "The one solution of each puzzle, in a file of its own, so that nobody sees it by accident.",
    "sets": "The sets that each puzzle is in, its place in them, since when and why.",
}


def card(edition: Edition) -> str:
    """The card, as Markdown."""
    parts = [
        front_matter(edition),
        about(edition),
        numbers(edition),
        columns(edition),
        LOADING,
        sample(edition),
        LIMITS,
    ]
    return "\n\n".join(part.strip() for part in [*parts, licence()]) + "\n"


def front_matter(edition: Edition) -> str:
    size = next((name for most, name in SIZES if len(edition.items) < most), "n>1M")
    games = list(dict.fromkeys(item["game"] for item in edition.items))
    configs = "\n".join(
        f"- config_name: {name}\n  data_files: {name}.parquet" + ("\n  default: true" if name == "puzzles" else "")
        for name in SCHEMAS
    )
    tags = "\n".join(f"- {tag}" for tag in ["puzzles", "games", *games])
    return (
        f'---\npretty_name: "tsume puzzles, night of {edition.night}"\nlicense: cc0-1.0\nlanguage:\n- en\n- ja\n'
        f"size_categories:\n- {size}\ntags:\n{tags}\nconfigs:\n{configs}\n---"
    )


def about(edition: Edition) -> str:
    games = ", ".join(dict.fromkeys(engine(item["game"]).title for item in edition.items))
    return f"""# tsume puzzles, night of {edition.night}

{len(edition.items):,} puzzles cut out of games ({games}), {new(edition)}. A solver proved that each has exactly one
solution, and a referee that shares no code with it has replayed every one.

{honesty(edition)}

Open `index.html` in a browser to look at them. `manifest.json` describes every file and column
([Data Package](https://datapackage.org)) and says what the release was made from. `CHANGES` says what is new.
Check the files with `sha256sum -c SHA256SUMS`."""


def new(edition: Edition) -> str:
    added = len(edition.added)
    return "all new tonight" if added == len(edition.items) else f"{added:,} of them new tonight"


def honesty(edition: Edition) -> str:
    """What the predictions rest on, said plainly."""
    fun, hard = edition.interest_from, edition.difficulty_from
    few = "Simulated ratings beside few by people" if edition.heard else "Simulated ratings: no person was asked"
    plain = f" **{few}.**" if SIMULATED in (*fun, *hard) else ""
    told = "".join(f"\n- *{name}*: {PROVENANCES.get(name, name)}" for name in RESTS_ON if name in (*fun, *hard))
    return (
        f"Interest and difficulty (1 to 5) are predictions. The columns `provenance` and `difficulty_provenance` say "
        f"what they rest on. {resting(fun, hard, edition.heard)[0]}{plain}\n{told}"
    )


def numbers(edition: Edition) -> str:
    found = counts(edition.night, edition.items, edition.sets)
    kinds: dict[str, set[str]] = {}
    for row in edition.sets:
        kinds.setdefault(row["kind"], set()).add(row["set_name"])
    levels = ", ".join(f"{count:,} {level}" for level, count in found["levels"].items())
    return "\n".join(
        [
            "## What is in it",
            "",
            "| game | puzzles | variants |",
            "|---|---|---|",
            *(f"| {game} | {count:,} | {variants(edition, game)} |" for game, count in found["games"].items()),
            "",
            f"By the difficulty predicted for everyone: {levels}. Sets: "
            + ", ".join(f"{kind} ({len(names)})" for kind, names in kinds.items())
            + ".",
        ]
    )


def variants(edition: Edition, game: str) -> str:
    return ", ".join(dict.fromkeys(f"`{item['variant']}`" for item in edition.items if item["game"] == game))


def columns(edition: Edition) -> str:
    parts = [
        "## Files and columns",
        "Each table comes as `.parquet`, `.csv` and `.jsonl`, with the same rows. `themes` is a list of strings "
        "in Parquet and JSON lines, and one text with a space between two themes in CSV.",
    ]
    for name, schema in SCHEMAS.items():
        parts.append("\n".join([f"### `{name}`", "", SUMMED_UP[name], "", *described(schema)]))
    return "\n\n".join([*parts, "\n".join(answers(edition))])


def answers(edition: Edition) -> list[str]:
    """How to read the column `solution`, game by game."""
    forms = [f"- **{game}**: {form}" for game, form in solution_forms(edition.items).items()]
    return [
        "### How solutions are written",
        "",
        "Each game has its own form of `solution`. Parquet and CSV hold it as JSON text, JSON lines as JSON.",
        "",
        *forms,
    ]


def type_name(kind: pa.DataType) -> str:
    return f"list of {kind.value_type}" if pa.types.is_list(kind) else str(kind)


def described(schema: pa.Schema) -> list[str]:
    rows = [
        f"| `{field.name}` | {type_name(field.type)}{', may be null' if field.nullable else ''} "
        f"| {(field.metadata or {}).get(b'description', b'').decode()} |"
        for field in schema
    ]
    return ["| column | type | meaning |", "|---|---|---|", *rows]


LOADING = """
## How to load it

In JSON lines a puzzle's own fields take the place of the column `puzzle`, so that `tsume solve puzzles.jsonl` and
`tsume draw puzzles.jsonl` read the file as it is. In this folder:

```python
import duckdb
duckdb.sql("select variant, count(*) from 'puzzles.parquet' group by 1 order by 1").show()

import pandas
puzzles = pandas.read_parquet("puzzles.parquet").merge(pandas.read_parquet("solutions.parquet"), on="puzzle_id")

import polars
curated = polars.read_parquet("sets.parquet").filter(polars.col("kind") == "curated").join(
    polars.read_parquet("puzzles.parquet"), on="puzzle_id"
)
```
"""


def sample(edition: Edition) -> str:
    """A puzzle of each game, without its answer."""
    shown: dict[str, Item] = {}
    for item in edition.items:
        shown.setdefault(item["game"], item)
    blocks = [drawing(item) for item in shown.values()]
    return "\n\n".join(["## A sample", *blocks])


def drawing(item: Mapping[str, str]) -> str:
    artist = engine(item["game"])
    picture = artist.show(artist.decode(json.loads(item["puzzle"])))
    return f"`{item['puzzle_id']}`, {item['variant']}, {item['level']}:\n\n```\n{trimmed(picture.splitlines())}\n```"


def trimmed(lines: Sequence[str]) -> str:
    return "\n".join(line.rstrip() for line in lines)


LIMITS = """
## Known limits

- *easy*, *medium* and *hard* can be compared within a game, not across games (`level_cuts` in `manifest.json`).
- Predictions are by the models of this release's night, also of puzzles that earlier nights added. Later models may
  say otherwise. `difficulty_model` names the scale.
- `hill` and `surprise_share` are what can be known of interest without people: how well the difficulty suits, and how
  unexpected the answer is. `worth` adds them up, for the choice. None of them has been held against people's ratings.
- A difficulty that is *measured* was never held against people's ratings of these puzzles. An interest that is
  *simulated* says what made-up raters would say: do not take it for known.
- Intervals are meant to hold the mean rating of an audience in 80 % of cases. On puzzles unlike those that were rated
  they may hold it less often.
- Themes and reasons may give the answer away. Leave these columns out where that matters.
- Mirror images, and puzzles with exchanged colours, count as the same puzzle and share an id. They look different.
- A puzzle that turns out to be bad is withdrawn: later releases do not have it, and their `CHANGES` and
  `manifest.json` list it with the reason. This release never changes.
"""


def licence() -> str:
    return f"## Licence\n\n[{LICENCE['title']}]({LICENCE['path']}): do with the puzzles what you like."
