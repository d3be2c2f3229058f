"""The settings of the press: `settings.toml` beside this file, overlaid by the file in TSUME_SETTINGS."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from assets.core.levels import level_of
from engines.agents import Agent
from engines.contract import BadParameter, checked_parameters, choose_from
from engines.registry import GAMES, UnknownGame, UnknownVariant, engine, game_of_variant
from warehouse.vocabulary import AUDIENCES, LEVELS, SCALE, THIRDS

DEFAULTS = Path(__file__).with_name("settings.toml")

# Sections that are not laid over the defaults key by key.
REPLACED = ("nightly", "generation", "variants", "games", "weights")
NAMED = ("levels",)  # those that are laid over key by key, but have games for keys
ADDRESS = re.compile(r"|https?://[^\s/?#]+(/[^\s?#]*)?")
WHOLE, ANY = "whole number", "number"
ANY_GAME = "*"
NUMBERS: dict[str, tuple[str, float, float]] = {
    "proof.limit": (WHOLE, 1, 10**15),
    "survey.raters": (WHOLE, 1, 10_000),
    "survey.per_variant": (WHOLE, 1, 100_000),
    "survey.founding_per_variant": (WHOLE, 10, 100_000),
    "survey.questions": (WHOLE, 1, 1_000),
    "models.refresh_after_ratings": (WHOLE, 1, 10**12),
    "models.enough_real_ratings": (WHOLE, 1, 10**12),
    "models.people": (WHOLE, 0, 100_000),
    "drift.psi": (ANY, 0, 100),
    "drift.shift": (ANY, 0, 100),
    "drift.worse": (ANY, 0, 100),
    "drift.chance": (ANY, 1e-9, 0.5),
    "selection.per_group": (WHOLE, 1, 100_000),
    "selection.least_interest": (ANY, 1, 5),
    "selection.hill": (ANY, 0, 100),
    "selection.surprise": (ANY, 0, 100),
    "selection.variety": (ANY, 0, 100),
    "selection.spread": (ANY, 0, 100),
    "selection.price": (ANY, 0, 4),
    "selection.flash": (WHOLE, 0, 100_000),
    "selection.practice": (WHOLE, 0, 100_000),
    "selection.survey": (WHOLE, 0, 100_000),
    "sets.tonight": (WHOLE, 1, 1_000),
    "sets.curated": (WHOLE, 1, 100_000),
    "sets.pool": (WHOLE, 1, 100_000),
    "referee.seconds": (WHOLE, 0, 86_400),
    "play.most": (WHOLE, 0, 100_000),
    "player.requests": (ANY, 0.1, 10**9),
    "player.requests_at_once": (WHOLE, 1, 10**9),
    "player.of_address": (ANY, 1, 10**6),
    "player.newcomers": (ANY, 0.001, 10**9),
    "player.newcomers_at_once": (WHOLE, 1, 10**9),
    "player.loopback": (ANY, 1, 10**6),
    "player.idle_hours": (ANY, 0.01, 10**6),
}


RULE_NUMBERS = (
    "per_group",
    "least_interest",
    "hill",
    "surprise",
    "variety",
    "spread",
    "price",
)  # what a pattern of variants may overrule
SCALES = (0.01, 100.0)


class BadSettings(ValueError):
    """A setting that cannot be used; the message names the file and the setting."""


@dataclass(frozen=True)
class Rule:
    """How the curated puzzles of a variant are chosen."""

    per_group: int  # a night, from each group and third of difficulty
    least_interest: float  # once people have rated enough
    hill: float  # steps of interest that it is worth to suit its audience best
    surprise: float  # the same for the least expected answer of its length
    variety: float  # the same for the greatest distance from what is there already
    spread: float  # the same for being of kinds that are not there yet
    price: float  # the most worth that either of these two may cost
    size: int  # of the whole set, over the nights
    by: tuple[str, ...] = ()  # the traits that groups are made by; none: the variant is one group


@dataclass(frozen=True)
class Settings:
    seed: int
    timezone: str
    workers: int
    nightly: Mapping[str, int]
    generation: Mapping[str, Mapping[str, Any]]
    proof: Mapping[str, int]
    survey: Mapping[str, int]
    models: Mapping[str, int]
    selection: Mapping[str, Any]
    sets: Mapping[str, int]
    release: Mapping[str, str]
    drift: Mapping[str, float]
    referee: Mapping[str, int]
    play: Mapping[str, Any]
    player: Mapping[str, float]
    scale: float = 1.0  # times as many candidates a night as `nightly` says; for one run, not from a file

    @classmethod
    def load(cls) -> Settings:
        values = tomllib.loads(DEFAULTS.read_text())
        source = os.environ.get("TSUME_SETTINGS")
        if source:
            overlay(values, read(Path(source)), source)
        if os.environ.get("TSUME_TIMEZONE"):
            values["timezone"] = os.environ["TSUME_TIMEZONE"]
        if os.environ.get("TSUME_WORKERS"):
            values["workers"] = whole_number("TSUME_WORKERS", os.environ["TSUME_WORKERS"])
        settings = cls(**values)
        settings.check(source or DEFAULTS.name)
        return settings

    def check(self, source: str) -> None:
        """Refuse what could only fail later."""
        try:
            ZoneInfo(self.timezone)
        except (KeyError, ValueError, OSError, TypeError):
            raise BadSettings(f"{source}: timezone {self.timezone!r} is not a time zone") from None
        if not self.nightly:
            raise BadSettings(f"{source}: nightly names no variant")
        for variant in self.nightly:
            try:
                game_of_variant(variant)
            except UnknownVariant as error:
                raise BadSettings(f"{source}: nightly: {error}") from None
        self.check_generation(source)
        self.check_play(source)
        self.check_selection(source)
        self.check_levels(source)
        if not isinstance(address := self.release["base_url"], str) or not ADDRESS.fullmatch(address):
            raise BadSettings(f"{source}: release.base_url must be empty or like https://a.org, not {address!r}")
        for name, value, kind, least, most in self.numbers():
            check_number(source, name, value, kind, least, most)

    def check_generation(self, source: str) -> None:
        """Each pattern must fit some variant, and its parameters the generators of all that it fits."""
        for pattern, given in self.generation.items():
            if not isinstance(given, dict):
                raise BadSettings(f"{source}: generation.{pattern} must be a section")
            games = {game for game in GAMES for name in engine(game).variants if fnmatchcase(name, pattern)}
            if not games:
                raise BadSettings(f"{source}: generation: no variant is called {pattern!r}")
            for game in sorted(games):
                try:
                    checked_parameters(engine(game).parameters, given)
                except BadParameter as error:
                    raise BadSettings(f"{source}: generation.{pattern}: {error}") from None

    def check_play(self, source: str) -> None:
        """Agents must be known ones, and what is said of their games must fit them."""
        for name, given in self.play["games"].items():
            where = f"{source}: play.games.{name}"
            game, _, agent = name.partition("/")
            known = agents_of(game)
            if agent not in known:
                there = choose_from(f"{game}/{name}" for name in known)
                raise BadSettings(f"{where}: unknown agent {agent!r}: {there}")
            if not isinstance(given, dict):
                raise BadSettings(f"{where} must be a section")
            for key in given:
                if key not in ("count", "against", "parameters"):
                    raise BadSettings(f"{where}: unknown setting {key!r}")
            check_number(where, "count", given.get("count"), WHOLE, 0, 100_000)
            if given.get("against", "") not in ("", *known):
                raise BadSettings(f"{where}: against: unknown agent {given['against']!r}: {choose_from(known)}")
            try:
                checked_parameters(engine(game).play_parameters, given.get("parameters", {}))
            except BadParameter as error:
                raise BadSettings(f"{where}: parameters: {error}") from None
        for name, version in self.play["weights"].items():
            game, _, weights = name.partition("/")
            known = agents_of(game)
            if weights not in {agent.weights for agent in known.values()} - {""} or not isinstance(version, str):
                raise BadSettings(f"{source}: play.weights: {name} = {version!r} names no weights of an agent")

    def rounds(self, game: str) -> dict[str, dict[str, Any]]:
        """Who plays a game each night, and how: for each agent count, against and parameters."""
        found = {}
        for name, given in self.play["games"].items():
            of, _, agent = name.partition("/")
            if of == game and given["count"]:
                game_engine = engine(game)
                parameters = checked_parameters(game_engine.play_parameters, given.get("parameters", {}))
                found[agent] = {
                    "count": given["count"],
                    "against": given.get("against", ""),
                    "parameters": parameters,
                }
        return found

    def check_selection(self, source: str) -> None:
        """Audiences must be known ones, each pattern must fit some variant, and what it says must be sensible."""
        for level, audience in self.selection["audiences"].items():
            if audience not in AUDIENCES:
                raise BadSettings(
                    f"{source}: selection.audiences.{level}: unknown audience {audience!r}: {choose_from(AUDIENCES)}"
                )
        for pattern, given in self.selection["variants"].items():
            where = f"{source}: selection.variants.{pattern}"
            if not isinstance(given, dict):
                raise BadSettings(f"{where} must be a section")
            games = {game for game in GAMES for name in engine(game).variants if fnmatchcase(name, pattern)}
            if not games:
                raise BadSettings(f"{source}: selection.variants: no variant is called {pattern!r}")
            for key, value in given.items():
                if key == "size":
                    check_number(where, key, value, *NUMBERS["sets.curated"])
                elif key in RULE_NUMBERS:
                    check_number(where, key, value, *NUMBERS[f"selection.{key}"])
                elif key != "by":
                    raise BadSettings(f"{where}: unknown setting {key!r}")
            for game in sorted(games):
                check_traits(where, given.get("by", []), ["method", *engine(game).trait_values])

    def check_levels(self, source: str) -> None:
        """Cuts must be of games that there are, two each, on the scale and in order."""
        for game, cuts in self.selection["levels"].items():
            where = f"{source}: selection.levels"
            if game not in (ANY_GAME, *GAMES):
                raise BadSettings(f"{where}: there is no game {game!r}")
            if not isinstance(cuts, list) or len(cuts) != len(LEVELS) - 1:
                raise BadSettings(f"{where}: {game} must be two numbers, not {cuts!r}")
            for cut in cuts:
                check_number(where, game, cut, ANY, *SCALE)
            if cuts[0] >= cuts[1]:
                raise BadSettings(f"{where}: {game}: easy must end below medium, not {cuts!r}")

    @property
    def suits(self) -> dict[str, str]:
        """For whom each third of a group is chosen."""
        return {third: self.selection["audiences"][name] for third, name in zip(THIRDS, LEVELS, strict=True)}

    def cuts(self, game: str) -> tuple[float, ...]:
        """The difficulties at which the levels of a game end."""
        levels = self.selection["levels"]
        return tuple(float(cut) for cut in levels.get(game, levels[ANY_GAME]))

    def level(self, game: str, difficulty: float) -> str:
        """The level of a puzzle, by its difficulty for everyone."""
        return level_of(difficulty, self.cuts(game))

    def rule(self, variant: str) -> Rule:
        """How the curated puzzles of a variant are chosen: all patterns that fit it, later over earlier ones."""
        given = {"size": self.sets["curated"]} | {name: self.selection[name] for name in RULE_NUMBERS}
        for pattern, values in self.selection["variants"].items():
            if fnmatchcase(variant, pattern):
                given |= values
        return Rule(**given | {"by": tuple(given.get("by", ()))})

    def parameters(self, variant: str) -> dict[str, Any]:
        """What shapes the candidates of a variant: every pattern that fits it, later ones over earlier ones."""
        given: dict[str, Any] = {}
        for pattern, values in self.generation.items():
            if fnmatchcase(variant, pattern):
                given |= values
        return checked_parameters(engine(game_of_variant(variant)).parameters, given)

    def numbers(self) -> Iterator[tuple[str, Any, str, float, float]]:
        """Every number with what it may be: name, value, kind, least, most."""
        yield "seed", self.seed, WHOLE, 0, 2**63 - 1
        yield "workers", self.workers, WHOLE, 0, 1024
        for variant, count in self.nightly.items():
            yield f"nightly.{variant}", count, WHOLE, 1, 1_000_000
        for name, (kind, least, most) in NUMBERS.items():
            section, _, key = name.partition(".")
            yield name, getattr(self, section)[key], kind, least, most

    @cached_property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.timezone)

    def scaled(self, count: int) -> int:
        """So many candidates times the scale, at least one."""
        return max(1, round(count * self.scale))

    def variants(self, game: str) -> dict[str, int]:
        """The variants of a game that are made each night, and how many candidates of each, before scaling."""
        return {name: count for name, count in self.nightly.items() if game_of_variant(name) == game}

    @property
    def games(self) -> list[str]:
        """The games that the press runs, in the order of the settings."""
        return list(dict.fromkeys(game_of_variant(variant) for variant in self.nightly))


def agents_of(game: str) -> Mapping[str, Agent]:
    """The agents of a game; none if there is no such game."""
    try:
        return engine(game).agents
    except UnknownGame:
        return {}


def check_number(where: str, name: str, value: Any, kind: str, least: float, most: float) -> None:
    fits = isinstance(value, int if kind == WHOLE else int | float)
    if isinstance(value, bool) or not fits or not least <= value <= most:
        raise BadSettings(f"{where}: {name} must be a {kind} from {least} to {most}, not {value!r}")


def check_traits(where: str, names: Any, known: list[str]) -> None:
    """What groups are made by must be a list of traits that the game tells."""
    if not isinstance(names, list):
        raise BadSettings(f"{where}: by must be a list of traits, not {names!r}")
    for name in names:
        if name not in known:
            raise BadSettings(f"{where}: unknown trait {name!r}: choose from {', '.join(known)}")


def read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text())
    except OSError as error:
        raise BadSettings(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise BadSettings(f"{path}: {error}") from None


def overlay(values: dict[str, Any], changes: Mapping[str, Any], source: str) -> None:
    """Lay `changes` over `values` in place; what names variants or patterns of them is replaced whole."""
    for key, value in changes.items():
        if key not in values:
            raise BadSettings(f"{source}: unknown setting {key!r}")
        if isinstance(values[key], dict) != isinstance(value, dict):
            raise BadSettings(f"{source}: {key} must {'' if isinstance(values[key], dict) else 'not '}be a section")
        if key in REPLACED:
            values[key] = dict(value)
        elif key in NAMED:
            values[key] = {**values[key], **value}
        elif isinstance(value, dict):
            overlay(values[key], value, f"{source}: {key}")
        else:
            values[key] = value


def whole_number(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise BadSettings(f"{name} must be a whole number, not {text!r}") from None
