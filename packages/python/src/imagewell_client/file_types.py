"""The content type of an image: by its first bytes, else by its name, else as an SVG."""

import re

from .type_table import (
    AVIF,
    FIRST_BYTES,
    GENERIC_BRANDS,
    HEIC,
    SIGNATURES,
    SVG,
    TYPE_OF_BRAND,
    TYPE_OF_EXTENSION,
    UNKNOWN_TYPE,
)

_SVG_START = re.compile(rb"(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*<(?:\?xml|!--|!DOCTYPE\s+svg|(?:[\w-]{1,40}:)?svg[\s>/])")
_SVG_ELEMENT = re.compile(rb"<(?:[\w-]{1,40}:)?svg[\s>/]")


def _type_of_brands(start: bytes) -> str | None:
    major = start[8:12]
    if major not in GENERIC_BRANDS:
        return TYPE_OF_BRAND.get(major)
    end = min(int.from_bytes(start[:4], "big"), len(start))
    others = [start[at : at + 4] for at in range(16, end - 3, 4)]
    # HEIF names no codec: it is HEIC unless a brand says AVIF
    return AVIF if any(TYPE_OF_BRAND.get(one) == AVIF for one in others) else HEIC


def _with_short_size(start: bytes) -> bytes:
    # the first box may have a size of 64 bits, which stands behind its name
    if not start.startswith(b"\0\0\0\x01ftyp"):
        return start
    size = min(max(0, int.from_bytes(start[8:16], "big") - 8), 0xFFFFFFFF)
    return size.to_bytes(4, "big") + start[4:8] + start[16:]


def _is_svg(image: bytes) -> bool:
    # of each unit of UTF-16 one byte is 0 where it is ASCII
    text = image.replace(b"\0", b"")
    return _SVG_START.match(text) is not None and _SVG_ELEMENT.search(text) is not None


def file_type(image: bytes, filename: str | None = None) -> str:
    """The content type of an image; `application/octet-stream` for unknown bytes and names."""
    start = _with_short_size(image[:FIRST_BYTES])
    for content_type, signature in SIGNATURES:
        if all(start.startswith(text, at) for at, text in signature):
            return content_type
    found = _type_of_brands(start) if start[4:8] == b"ftyp" else None
    if found is None and _is_svg(image):
        found = SVG
    extension = (filename or "").rpartition(".")[2].lower()
    return found or TYPE_OF_EXTENSION.get(extension, UNKNOWN_TYPE)


def content_type_of(stated: str | None, image: bytes, filename: str | None) -> str:
    """The stated type; where none is stated, or one that names no format, that of the file."""
    return stated if stated and stated != UNKNOWN_TYPE else file_type(image, filename)
