"""What each source decides: the stages that an edit to it makes anew. A file that is not here decides nothing.

`test_sources` compares this table with what the sources say. Where it fails because a module imports more than
before, ask whether the module needs it: each import makes more of a night anew.
"""

from __future__ import annotations

ALL = (
    "games candidates verdicts features ratings players predictions questions selection judgements drift models "
    "standings"
)
DRAWINGS = "drawings"  # no stage, but kept by the same means: what the gallery draws of puzzles
EVERYTHING = f"{ALL} {DRAWINGS}"

# By what is made anew: for each folder the modules that do so (without `.py`), in one of the games at least.
DECIDES: dict[str, dict[str, str]] = {
    EVERYTHING: {
        "engines": "__init__ agents contract engine registry",
        "warehouse": "__init__ vocabulary",
        "quality": "__init__",
        "assets": "__init__",
    },
    ALL: {
        "warehouse": "digest home lake",
        "quality": "checks hasten vocabulary",
        "assets/core": "__init__ levels settings stage",
        "assets/stages": "__init__",
    },
    "games candidates verdicts features ratings predictions questions selection judgements drift models drawings": {
        "engines/geister": "__init__",
        "engines/puyo": "__init__",
        "engines/tspin": "__init__",
    },
    "games candidates verdicts features predictions questions selection judgements drift models drawings": {
        "engines/geister/rules": "__init__ moves puzzle",
        "engines/kernels": "__init__ bits bits_llvm inner jit",
        "engines/puyo/rules": "__init__ board puzzle",
        "engines/shared": "__init__",
        "engines/tspin/rules": "__init__ board goals moves pieces spins",
    },
    "games candidates verdicts features predictions questions selection judgements drift models": {
        "engines/geister/rules": "material ranks solution",
        "engines/geister/solve": "__init__ bounds by_table deepening lines retrograde solver store tables",
        "engines/shared": "threads",
    },
    "games candidates verdicts features predictions questions selection judgements models drawings": {
        "engines/shared": "reading",
        "engines/tspin/rules": "puzzle",
    },
    "games candidates verdicts features predictions questions selection drift models": {
        "engines/geister/measure": "__init__",
        "engines/geister/solve": "category",
    },
    "games candidates verdicts features questions selection judgements models drawings": {
        "engines/geister/forms": "__init__ server text valid",
        "engines/kernels": "lanes lanes_llvm",
        "engines/puyo/forms": "__init__ ips link pon2 text valid",
        "engines/puyo/rules": "chain checked_moves goals place planes",
        "engines/tspin/forms": "__init__ fumen link quiz text valid",
        "engines/tspin/rules": "checked_moves placements",
    },
    "games candidates features predictions questions selection drift models": {
        "engines/geister/measure": "catalogue words",
    },
    "games candidates verdicts features predictions selection models": {
        "engines/geister/make": "__init__ variants",
        "engines/puyo/make": "__init__ variants",
        "engines/tspin/make": "__init__ variants",
    },
    "games candidates verdicts features selection judgements models": {
        "engines/kernels": "randomness",
        "engines/puyo/solve": "__init__ beam solver threats",
        "engines/tspin/solve": "__init__ outlook solver",
    },
    "ratings players predictions questions selection drift models": {
        "engines/people": "scale",
    },
    "ratings players predictions questions selection drift models standings": {
        "engines/people": "__init__",
    },
    "ratings predictions questions selection drift models standings": {
        "engines/people": "groups",
        "engines/rating": "__init__",
    },
    "games candidates features selection judgements models": {
        "engines/geister/solve": "danger",
    },
    "features predictions questions selection drift models": {
        "engines/puyo/measure": "__init__ catalogue words",
        "engines/tspin/measure": "__init__ catalogue words",
    },
    "ratings predictions questions selection drift models": {
        "engines/rating": "chance",
        "assets/learning": "__init__ matrix",
    },
    "games candidates features selection models": {
        "engines/geister/measure": "problem",
        "engines/geister/solve": "corners",
    },
    "predictions questions selection drift models": {
        "engines/people": "yardstick",
        "engines/rating": "blend correction effects fitting folds linear measured metrics models order shapley trees",
        "assets/learning": "registry",
    },
    "games candidates judgements models": {
        "engines/geister/agent": "__init__ choosers weigh",
        "engines/puyo/agent": "__init__ fire queues",
        "engines/tspin/agent": "__init__ bag beam features game inputs roster rules state weights",
    },
    "players questions selection models": {
        "warehouse": "shelf",
    },
    "games candidates models": {
        "engines": "identity",
        "engines/geister/agent": "catalogue game guess met play_game roster",
        "engines/geister/make": "conditions",
        "engines/geister/solve": "checked_moves",
        "engines/puyo/agent": (
            "best best_detect best_futures best_layer best_search best_value best_weights catalogue choosers "
            "crumble game match met opening plain play_game potential roster sight"
        ),
        "engines/puyo/agent/dqn": "__init__ catalogue chooser memory net see trained trained.json world",
        "engines/tspin/agent": (
            "best best_expect best_inputs best_search best_value best_weights catalogue choosers greedy met "
            "play_game stochastic"
        ),
        "assets/agents": "__init__ one_game versions",
        "assets/stages": "games",
    },
    "verdicts features models": {
        "engines/geister/measure": "variant",
        "assets/stages": "verdicts",
    },
    "features selection models": {
        "engines/geister/measure": "answer choices effort features policy themes",
        "engines/geister/solve": "best_play dfpn proof_numbers",
        "engines/puyo/measure": "all_lines alternatives answer effort features near_misses policy problem themes",
        "engines/puyo/solve": "steps",
        "engines/shared": "effort labels",
        "engines/tspin/measure": "all_placements answer arrivals effort features policy problem themes",
    },
    "ratings models standings": {
        "engines/rating": "contest glicko",
    },
    "predictions selection drawings": {
        "engines/geister/japanese": "__init__ titles",
        "engines/geister/rules": "panels",
        "engines/puyo/japanese": "__init__ titles",
        "engines/puyo/rules": "titles",
        "engines/tspin/japanese": "__init__ titles",
        "engines/tspin/rules": "titles",
    },
    "candidates models": {
        "engines/geister/make": "generate takeback",
        "engines/puyo/make": "generate minimise reverse",
        "engines/puyo/solve": "nearby_solutions",
        "engines/tspin/make": "generate minimise terrain",
        "assets/stages": "candidates",
    },
    "features models": {
        "assets/stages": "features",
    },
    "ratings predictions models": {
        "engines/geister/people": "__init__",
        "engines/puyo/people": "__init__",
        "engines/tspin/people": "__init__",
    },
    "predictions models": {
        "engines/geister/people": "yardstick",
        "engines/puyo/people": "yardstick",
        "engines/tspin/people": "yardstick",
    },
    "ratings models": {
        "engines/geister/people": "crowd law",
        "engines/people": "crowd law rated",
        "engines/puyo/people": "crowd law",
        "engines/rating": "attempting raters taste truth",
        "engines/tspin/people": "law",
        "assets/stages": "ratings",
    },
    "players models": {
        "warehouse": "cells",
    },
    "predictions selection": {
        "engines/geister/japanese": "facets themes translation words",
        "engines/geister/make": "variant_words",
        "engines/people": "hill",
        "engines/puyo/japanese": "facets themes translation words",
        "engines/rating": "worth",
        "engines/tspin/japanese": "facets themes translation words",
    },
    "players": {
        "warehouse/players": (
            "__init__ appending events log migrations past people puzzle_lists puzzles store tables words writer"
        ),
        "assets/stages": "heard player_rows players",
    },
    "predictions": {
        "engines/rating": "reasons reasons_ja",
        "assets/stages": "predictions",
    },
    "questions": {
        "engines/rating": "asking",
        "assets/stages": "questions",
    },
    "selection": {
        "engines/geister/measure": "evenness traits",
        "engines/puyo/make": "variant_words",
        "engines/puyo/measure": "traits",
        "engines/rating": "variety",
        "engines/tspin/make": "variant_words",
        "engines/tspin/measure": "evenness traits",
        "warehouse": "collection releases withdrawals",
        "assets/core": "parts titles",
        "assets/stages": "available curated selection unrated",
    },
    "judgements": {
        "engines": "judging",
        "engines/geister/agent": "judge judges",
        "engines/puyo/agent": "judge judges",
        "engines/shared": "opinions",
        "engines/tspin/agent": "judge judges",
        "assets/stages": "judgements",
    },
    "drift": {
        "quality": "drift",
        "assets/stages": "drift",
    },
    "models": {
        "engines/people": "preset",
        "engines/rating": "audiences curves evaluation presets",
        "engines/tspin/people": "presets",
        "warehouse": "sheet survey",
        "assets/learning": "presets training",
        "assets/stages": "models",
    },
    "standings": {
        "engines/rating": "response",
        "assets/stages": "standings",
    },
    "drawings": {
        "engines/geister/rules": "titles",
        "engines/geister/show": "__init__ captions draw frames ghosts",
        "engines/puyo/show": "__init__ captions frames layout paint panels sheet",
        "engines/shared": "looks",
        "engines/tspin/rules": "ways",
        "engines/tspin/show": "__init__ draw frames panels",
        "quality/referee": "__init__",
        "assets/release": "__init__ edition",
        "assets/release/gallery": "__init__ chunks drawings",
    },
}
