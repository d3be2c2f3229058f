"""What the pages are made of: names with hashes, words in both languages, nothing inline."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest

from assets.pictures.words import UI
from player import pages
from player.words import ALL, SHARED, WORDS

SCRIPTS = "\n".join(path.read_text() for path in sorted(pages.OWN.glob("*.js")))
ASKED = re.compile(r'\b(?:ui|say|button|confirmed|labelled)\(\s*(?:[\w!.]+ \? )?"([^"]+)"(?: : "([^"]+)")?')
SECOND = re.compile(r'\b(?:choice|select|signButton)\(\s*(?:"[^"]*"|[^,"]*), "([a-z][^"]*)"')
COMPOSED = ("pad ", "fact ", "ease ", "key ", "interest ", "difficulty ", "i am ", "cell ", "from ")


class Inline(HTMLParser):
    """What a strict policy would not let pass."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.in_script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.in_script = tag in ("script", "style")
        self.found += [f"{tag} {name}" for name, _ in attrs if name == "style" or name.startswith("on")]

    def handle_data(self, data: str) -> None:
        if self.in_script and data.strip():
            self.found.append(data)
        self.in_script = False


def inline(text: str) -> list[str]:
    parser = Inline()
    parser.feed(text)
    return parser.found


@pytest.mark.parametrize("path", pages.PATHS)
def test_nothing_stands_inline(path: str) -> None:
    assert inline('<p style="color:red" onclick="x()"><script>run()</script>') == ["p style", "p onclick", "run()"]
    assert inline(pages.pages()[path]) == []


def test_every_address_on_a_page_is_served() -> None:
    served = {pages.FOLDER + name for name in pages.static_files()} | set(pages.root_files()) | set(pages.pages())
    for text in pages.pages().values():
        addresses = re.findall(r'(?:href|src)="(/[^"]*)"', text)
        assert addresses
        assert {one for one in addresses if not one.startswith("/releases/")} <= served


def test_modules_import_each_other_by_their_hashed_names() -> None:
    files = pages.static_files()
    for name, (content, kind) in files.items():
        if not kind.startswith("text/javascript"):
            continue
        imported = re.findall(r'(?m)^import [^;]*?"\./([^"]+)";', content.decode())
        assert set(imported) <= set(files), name
        assert content.decode().count("import ") == len(imported), name


def test_a_name_changes_with_the_content_and_only_then() -> None:
    assert pages.with_hash("a.js", b"1") != pages.with_hash("a.js", b"2")
    assert pages.with_hash("a.js", b"1") == pages.with_hash("a.js", b"1")
    assert re.fullmatch(r"a\.[0-9a-f]{12}\.js", pages.with_hash("a.js", b"1"))


def test_the_worker_keeps_every_file_and_no_reply() -> None:
    text = pages.root_files()["/sw.js"][0].decode()
    found = re.search(r"const SHELL = (\[.*?\]);", text)
    assert found
    shell = json.loads(found[1])
    assert set(shell) == {"/", "/manifest.webmanifest"} | {pages.FOLDER + name for name in pages.static_files()}
    assert '"tsume-shell"' not in text


def test_the_manifest_makes_it_installable() -> None:
    manifest = json.loads(pages.root_files()["/manifest.webmanifest"][0])
    files = pages.static_files()
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    for icon in manifest["icons"]:
        assert icon["src"].removeprefix(pages.FOLDER) in files


def test_every_text_is_there_in_both_languages() -> None:
    for key, (english, japanese) in ALL.items():
        assert english, key
        assert japanese, key
        assert set(re.findall(r"{\w+}", english)) == set(re.findall(r"{\w+}", japanese)), key
    assert not set(SHARED) & set(WORDS)
    assert set(SHARED) <= set(UI)


def test_every_text_that_scripts_ask_for_is_there_and_none_is_idle() -> None:
    asked = {key for found in ASKED.findall(SCRIPTS) for key in found if key} | set(SECOND.findall(SCRIPTS))
    assert len(asked) > 80
    assert asked <= set(ALL)
    page = (pages.OWN.parent / "pages.py").read_text()
    levels = {"easy", "medium", "hard"}
    idle = {
        key
        for key in set(ALL) - levels - set(pages.PATHS.values())
        if f'"{key}"' not in SCRIPTS + page and not key.startswith(COMPOSED)
    }
    assert idle - {"key list", "close"} == set()
