"""URLs of images: resized, converted and signed. Nothing is requested here."""

import base64
import hashlib
import hmac
from datetime import datetime
from typing import Unpack
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from .transformation import Extension, Transformation

_CANONICAL = ("width", "height", "quality", "preset")
"""Parameters whose value is canonical as it stands, in the canonical order."""

_WITHOUT_QUALITY = ("png", "gif")


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def image_url(
    image: str, *, extension: Extension | None = None, **transformation: Unpack[Transformation]
) -> str:
    """The URL of a transformed image, from the URL of the stored one.

    `overlay_width` and its like become `overlay-width` in the URL.
    """
    parts = urlsplit(image)
    path = parts.path
    if extension is not None:
        path = f"{path.rpartition('.')[0]}.{extension}"
    pairs = {name.replace("_", "-"): _written(value) for name, value in transformation.items()}
    # a plus sign would be a plus sign
    query = urlencode(pairs, quote_via=quote)
    return urlunsplit((parts.scheme, parts.netloc, path, query, ""))


def sign_image_url(url: str, *, secret: str, expires: datetime) -> str:
    """The URL with a signature, for a project with `requireSignature`. `expires` has a time zone.

    Raises ValueError for parameters other than width, height, quality and preset: put those into a
    preset.
    """
    if expires.tzinfo is None:
        raise ValueError("expires needs a time zone")
    parts = urlsplit(url)
    given = dict(parse_qsl(parts.query))
    unknown = [name for name in given if name not in _CANONICAL]
    if unknown:
        raise ValueError(f"Use a preset in place of {', '.join(unknown)}.")
    stem, _, extension = parts.path.rpartition(".")
    extension = "jpg" if extension.lower() == "jpeg" else extension.lower()
    if extension in _WITHOUT_QUALITY:
        given.pop("quality", None)
    pairs = [f"{name}={given[name]}" for name in _CANONICAL if name in given]
    path = f"{stem}.{extension}"
    query = "&".join([*pairs, f"expires={int(expires.timestamp())}"])
    digest = hmac.new(secret.encode(), f"{path}?{query}".encode(), hashlib.sha256).digest()
    signature = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
    return urlunsplit((parts.scheme, parts.netloc, path, f"{query}&signature={signature}", ""))
