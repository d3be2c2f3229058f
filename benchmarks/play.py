"""The player page under load: simulated players play real puzzles at once, over the loopback, at the pace of people.

Each player begins an attempt, makes a legal move by lot about once a second, and begins the next attempt when one is
over. That is more than people do: 200 players ask for some 200 moves a second. Whatever the service acknowledges is
noted, and the log is read afterwards: nothing acknowledged may be missing, also if the service is killed meanwhile.

`python -m benchmarks.play --players 200 --seconds 20 [--kill-after 2000]` runs it by hand. TSUME_PLAYER_DB says which
database; it should be an empty one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from warehouse.home import Home
from warehouse.players.log import PlayerLog
from warehouse.releases import published_releases

NAMES = ("a move of 200 players at once, 95 of 100 take at most", "the same, 50 of 100")
AIM = 50.0  # milliseconds
PLAYERS, SECONDS, THINKING = 200, 20.0, 1.0
WARM = 5.0  # seconds at the beginning that are not counted: everybody begins at once then
GIVES_UP = 0.5  # of those who missed
LONGEST = 15.0  # seconds that a reply is waited for
MODE = "practice"


class Away(Exception):
    """The service does not answer."""


@dataclass
class Seen:
    """What came back."""

    moves: list[float] = field(default_factory=list)  # seconds of each move that was counted
    others: list[float] = field(default_factory=list)  # seconds of beginnings and ends
    errors: list[str] = field(default_factory=list)
    away: int = 0  # requests that nobody answered
    cpu: float = 0.0  # seconds of the service's own time
    acknowledged: set[tuple[str, str, int]] = field(default_factory=set)  # attempt, kind, how many of them


class Client:
    """One connection that stays open, with the player's cookie: as little work as can be."""

    def __init__(self, port: int) -> None:
        self.port, self.cookie = port, ""
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Status and reply; `Away` if there is none."""
        try:
            async with asyncio.timeout(LONGEST):
                return await self._ask(method, path, body)
        except (OSError, EOFError, TimeoutError) as error:
            self.close()
            raise Away(str(error)) from None

    async def _ask(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        assert self.reader is not None
        sent = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: {len(sent)}\r\n"
        head += f"content-type: application/json\r\n{self.cookie}\r\n"
        self.writer.write(head.encode() + sent)
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        length = 0
        for line in lines[1:]:
            name, _, value = line.partition(": ")
            if name.lower() == "content-length":
                length = int(value)
            elif name.lower() == "set-cookie":
                self.cookie = f"cookie: {value.partition(';')[0]}\r\n"
        found = await self.reader.readexactly(length)
        return int(lines[0].split()[1]), json.loads(found)

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


class Player:
    """Somebody who plays until the time is up."""

    def __init__(self, number: int, port: int, games: list[str], seen: Seen, thinking: float) -> None:
        self.lot, self.client, self.seen, self.thinking = Random(number), Client(port), seen, thinking
        self.games = games[number % len(games) :] + games[: number % len(games)]

    async def play(self, began: float, until: float) -> None:
        await asyncio.sleep(self.thinking * self.lot.uniform(0, WARM / 2))
        while time.monotonic() < until:
            try:
                await self.attempt(began, until)
            except Away:
                self.seen.away += 1
                return
        self.client.close()

    async def attempt(self, began: float, until: float) -> None:
        self.games.append(self.games.pop(0))
        found = await self.timed("/api/attempts", {"mode": MODE, "game": self.games[0]}, self.seen.others)
        if found is None:
            return
        attempt = found["attempt"]
        self.noted(attempt, "began", 1)
        while time.monotonic() < until and not found["over"]:
            await asyncio.sleep(self.thinking * self.lot.expovariate(1))
            if found["solved"] is None:
                moves = [*found["moves"], self.lot.choice(found["legal"])]
            elif self.lot.random() < GIVES_UP:
                await self.timed(f"/api/attempts/{attempt}/end", {"how": "given up"}, self.seen.others)
                self.noted(attempt, "ended", 1)
                return
            else:
                moves = []
            counted = self.seen.moves if time.monotonic() > began + WARM else self.seen.others
            reply = await self.timed(f"/api/attempts/{attempt}/moves", {"moves": moves}, counted)
            if reply is None:
                return
            found = reply
            self.noted(attempt, "tried", found["tries"])
            self.noted(attempt, "ended", int(found["over"]))

    async def timed(self, path: str, body: Any, kept: list[float]) -> dict[str, Any] | None:
        began = time.perf_counter()
        status, found = await self.client.ask("POST", path, body)
        kept.append(time.perf_counter() - began)
        if status not in (200, 201):
            self.seen.errors.append(f"{status} {path}: {found.get('detail')}")
            return None
        return dict(found)

    def noted(self, attempt: str, kind: str, count: int) -> None:
        if count:
            self.seen.acknowledged.add((attempt, kind, count))


@contextmanager
def root_with(releases: Path) -> Iterator[Path]:
    """A root of its own with those releases: the players of a benchmark are nobody's players."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "releases").symlink_to(releases.resolve())
        yield Path(folder)


@contextmanager
def service(root: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The real command on a port that is free, once it is warm."""
    command = [sys.executable, "-m", "orchestration.cli", "play", "--port", "0"]
    process = subprocess.Popen(
        command, env=os.environ | {"TSUME_HOME": str(root)}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        assert process.stderr is not None
        address = process.stdout.readline()
        for line in process.stderr:
            if "ready to play" in line:
                break
        yield process, int(address.rstrip("/\n").rpartition(":")[2])
    finally:
        process.terminate()
        process.wait(30)


async def played(
    players: int,
    seconds: float,
    port: int,
    games: list[str],
    kill: Callable[[], None],
    kill_after: int | None = None,
    thinking: float = THINKING,
) -> Seen:
    """Everybody plays; the service is killed once so much is acknowledged, if it is to be."""
    seen, began = Seen(), time.monotonic()
    people = [Player(number, port, list(games), seen, thinking) for number in range(players)]
    tasks = [asyncio.create_task(one.play(began, began + seconds)) for one in people]
    while kill_after is not None and len(seen.acknowledged) < kill_after and not all(task.done() for task in tasks):
        await asyncio.sleep(0.001)
    if kill_after is not None:
        kill()
    await asyncio.gather(*tasks)
    return seen


def lost(root: Path, seen: Seen) -> list[tuple[str, str, int]]:
    """What was acknowledged and is not in the log."""
    counts: dict[tuple[str, str], int] = {}
    with PlayerLog.open(Home(root)) as log:
        for event in log.events():
            counts[event.attempt, event.kind] = counts.get((event.attempt, event.kind), 0) + 1
    return [one for one in sorted(seen.acknowledged) if counts.get(one[:2], 0) < one[2]]


def quantile(values: list[float], share: float) -> float:
    """Milliseconds that so large a share of some times does not go beyond."""
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def run(
    players: int = PLAYERS, seconds: float = SECONDS, kill_after: int | None = None
) -> tuple[Seen, list[tuple[str, str, int]]]:
    """One run on the releases of the root that is set: what came back, and what was lost."""
    home = Home.from_environment()
    games = games_of(home)
    with root_with(home.releases) as root:
        with service(root) as (process, port):
            before = cpu_seconds(process.pid)
            seen = asyncio.run(played(players, seconds, port, games, process.kill, kill_after))
            seen.cpu = cpu_seconds(process.pid) - before
        return seen, lost(root, seen)


def cpu_seconds(process: int) -> float:
    """The time that a process has computed; nothing where nobody tells."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def games_of(home: Home) -> list[str]:
    """The games of the newest release."""
    manifest = json.loads((published_releases(home)[-1].path / "manifest.json").read_text())
    return list(manifest["counts"]["games"])


def benchmarks() -> list[dict[str, Any]]:
    """How long a move takes; nothing if there is no release to play."""
    if not published_releases(Home.from_environment()):
        return []
    seen, missing = run()
    if seen.errors or missing:
        raise RuntimeError(
            f"{len(seen.errors)} errors and {len(missing)} events lost, like {(seen.errors + missing)[0]}"
        )
    unit = f"ms on {len(os.sched_getaffinity(0))} cores"
    return [
        {
            "name": name,
            "value": quantile(seen.moves, share),
            "unit": unit,
            "peer": aim,
            "peer_name": "aim" if aim else "",
        }
        for name, share, aim in zip(NAMES, (0.95, 0.5), (AIM, None), strict=True)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--players", type=int, default=PLAYERS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--kill-after", type=int, help="kill the service once so much was acknowledged")
    options = parser.parse_args()
    seen, missing = run(options.players, options.seconds, options.kill_after)
    rate = len(seen.moves) / max(options.seconds - WARM, 1e-9)
    times = ", ".join(
        f"{name} {quantile(seen.moves, share):.1f}" for name, share in (("50", 0.5), ("95", 0.95), ("99", 0.99))
    )
    print(f"{len(seen.moves)} moves, {rate:.0f} a second; ms of 100: {times}, all {quantile(seen.moves, 1):.1f}")
    print(f"others: 95 of 100 {quantile(seen.others, 0.95):.1f} ms; {seen.away} players lost the service")
    each = 1000 * seen.cpu / max(1, len(seen.moves) + len(seen.others))
    print(f"{seen.cpu:.1f} s of computing in the service, {each:.2f} ms a request")
    print(f"{len(seen.errors)} errors {seen.errors[:3]}")
    print(f"{len(seen.acknowledged)} acknowledged, {len(missing)} lost {missing[:3]}")


if __name__ == "__main__":
    main()
