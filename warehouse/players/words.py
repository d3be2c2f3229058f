"""What people type: nicknames, comments, names of lists. It is stored as it is given and never interpreted; only what
no one can see, or what would turn the text around it, is taken out. What cannot be text at all is refused before."""

from __future__ import annotations

import re
import unicodedata

NICKNAME, LIST_NAME, NOTE, COMMENT = 40, 80, 1000, 2000  # most characters
TURNING = "\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks that change the direction of what follows
UNSEEN = re.compile(f"[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufeff\u2028\u2029{TURNING}]")


# Control characters, halves of characters, and what is no character (yet). Emoji of next year are not known here, but
# their places are set aside for them.
NO_TEXT = ("Cc", "Cs", "Cn")
LATER_EMOJI = re.compile("[\U0001f000-\U0001faff]")


class BadWords(ValueError):
    """What somebody typed cannot be; the message says why, in both languages."""

    def __init__(self, detail: str, ja: str = "入力した内容は使えません。") -> None:
        super().__init__(detail)
        self.words = detail, ja


def typed(text: str) -> str:
    """A text as it was typed, with one kind of line end; `BadWords` if it has what is no text."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if any(unicodedata.category(sign) in NO_TEXT and not may_be_typed(sign) for sign in text):
        raise BadWords("there are characters in it that are no text", "使えない文字が含まれています。")
    return re.sub(f"[{TURNING}]", "", text)


def may_be_typed(sign: str) -> bool:
    return sign in "\n\t" or LATER_EMOJI.fullmatch(sign) is not None


def line(text: str, most: int) -> str:
    """A text of one line: all space between words is one space."""
    return " ".join(lines(text, most).split())


def lines(text: str, most: int) -> str:
    """A text that may have several lines, no longer than it may be."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    return unicodedata.normalize("NFC", UNSEEN.sub("", text))[:most].strip()
