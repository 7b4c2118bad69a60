"""Gives schemathesis real keys, ids, URLs and images, and mutates valid bodies.

Every choice depends on the generated case alone, so that a seed gives the same requests.
"""

import atexit
import json
import os
import random
import zlib
from pathlib import Path

import requests
import schemathesis

BASE_URL = os.environ["HOSTILE_BASE_URL"]
API_KEY = os.environ["HOSTILE_API_KEY"]
UPLOAD_KEY = os.environ["HOSTILE_UPLOAD_KEY"]
ACCESS_TOKEN = os.environ["HOSTILE_ACCESS_TOKEN"]
IMAGES = sorted(Path(os.environ["HOSTILE_IMAGES"]).iterdir())
TYPES = {"jpg": "image/jpeg", "png": "image/png", "webp": "image/webp", "gif": "image/gif"}
EXTENSIONS = ["jpg", "jpeg", "png", "webp", "gif", "avif", "auto", "JPG", "svg"]
POOL = 40
HIGHEST_POOL = 100
SECONDS = 20

session = requests.Session()
session.trust_env = False  # never by a proxy: the service is on the loopback interface


def post(name, body):
    return session.post(
        f"{BASE_URL}/api/v1/{name}", json=body, headers={"X-API-Key": API_KEY}, timeout=SECONDS
    )


def upload(image):
    answer = session.post(
        f"{BASE_URL}/api/v1/upload-temporary-image/{UPLOAD_KEY}",
        data=image.read_bytes(),
        headers={"Content-Type": TYPES[image.suffix[1:]]},
        timeout=SECONDS,
    )
    return answer.json()["temporaryImageUrl"]


def save(temporary_image_url):
    """Nothing where a generated request has deleted the image, or saved it otherwise, before."""
    answer = post("save-temporary-image", {"temporaryImageUrl": temporary_image_url})
    return [answer.json()["imageUrl"]] if answer.status_code == 200 else []


def projects_of_person():
    """Theirs now: a generated request may have deleted one, or the account."""
    answer = session.post(
        f"{BASE_URL}/api/v1/list-projects",
        json={},
        headers={"Authorization": f"Bearer {ACCESS_TOKEN}"},
        timeout=SECONDS,
    )
    return [project["projectId"] for project in answer.json()["projects"]]


projects = projects_of_person()
temporaries = [upload(IMAGES[i % len(IMAGES)]) for i in range(POOL)]
images = [image for url in temporaries[: POOL // 2] for image in save(url)]


@atexit.register
def save_the_rest():
    """A project has at most 200 unsaved temporary images, and the next seed runs against the same one."""
    for url in temporaries:
        save(url)


def id_of(url):
    return url.rsplit("/", 1)[1].split(".")[0]


def vary(rng, url):
    """A reference to the same image, in most of these forms a legal one."""
    name = id_of(url)
    return rng.choice(
        [
            *[url, name] * 8,
            f"{url}?width=50#part",
            url.replace("127.0.0.1", "localhost"),
            url.replace("http:", "HTTP:"),
            f"{url.rsplit('.', 1)[0]}.png",
            url.replace("/res/", "//res/../res/"),
            url.replace("://", "://user:password@"),
            url.replace("127.0.0.1", "example.com"),
            url.replace("127.0.0.1", "[::1]"),
            f" {url} ",
            name.upper(),
            name[:-1],
            name + "\0",
            name.replace("img_", "tmp_"),
            f"{name}.%2e%2e%2f",
            "http://[" + name,
            "\ud800" + name,
        ]
    )


WILD = [
    None, True, 0, -1, 1e308, 2**63, "", " ", "\0", "\ud800", "\U0001f600" * 101, "a" * 101,
    "a" * 70_000, [], [[]], {}, {"a": {}}, {"__proto__": "x"}, {"constructor": "x"},
    {f"k{i}": "v" for i in range(11)}, {"A": "x"}, {"a": 1}, {"a": None}, {"a": "\ud800"},
]
KEYS = ["alt_text", "a", "constructor", "__proto__", "toString", "A", "", "a" * 31, "ä", "0a"]


def metadata(rng):
    return {rng.choice(KEYS): rng.choice(["v", "", None, 1, "x" * 100, "\ud800"]) for _ in range(rng.randint(0, 4))}


def valid_body(rng, path):
    if "save" in path:
        body = {"temporaryImageUrl": vary(rng, rng.choice(temporaries))}
        return {**body, "metadata": {"alt_text": "x"}} if rng.random() < 0.5 else body
    field = rng.choice(["imageUrl", "imageUrl", "imageId"])
    body = {field: vary(rng, rng.choice(images))}
    if "metadata" in path:
        body[rng.choice(["add", "set", "addMetadata"])] = metadata(rng)
    return body


def mutate(rng, body):
    for _ in range(rng.randint(0, 2)):
        key = rng.choice(list(body)) if body else "x"
        how = rng.randrange(5)
        if how == 0:
            body.pop(key, None)
        elif how == 1:
            body[rng.choice(["x", "__proto__", key.upper(), key[:-1], "add", "set", "imageId"])] = rng.choice(WILD)
        elif how == 2:
            body[key] = rng.choice(WILD)
        elif how == 3:
            body[key] = [body.get(key)]
        else:
            body[rng.choice(["metadata", "set", "add"])] = metadata(rng)
    return body


def break_text(rng, body):
    """The bytes of a body, seldom still JSON."""
    text = bytearray(json.dumps(body).encode())
    how = rng.randrange(8)
    if how == 0:
        return bytes(text[: rng.randrange(len(text) + 1)])
    if how == 1:
        text[rng.randrange(len(text))] ^= 1 << rng.randrange(8)
        return bytes(text)
    if how == 2:
        return b"\xef\xbb\xbf" + bytes(text)
    if how == 3:
        return bytes(text[:-1]) + b"," + bytes(text[1:])  # every key twice
    if how == 4:
        return rng.choice([b"[", b'{"a":', b'{"imageId":[']) * 10_000
    if how == 5:
        return bytes(text) + b" " * 66_000
    if how == 6:
        return bytes(text).replace(b'"', b'"\xff\xfe', 1)
    return bytes(text) * 2


def break_image(rng, image):
    bytes_ = bytearray(image)
    for _ in range(rng.choice([0, 0, 1, 3, 20])):
        bytes_[rng.randrange(len(bytes_))] = rng.randrange(256)
    return bytes(bytes_[: rng.randrange(1, len(bytes_))] if rng.random() < 0.1 else bytes_)


def replace_upload(rng, case):
    if rng.random() < 0.95:
        case.path_parameters = {**(case.path_parameters or {}), "uploadKey": UPLOAD_KEY}
    if rng.random() < 0.75:
        wanted = [p for p in IMAGES if TYPES[p.suffix[1:]] == case.media_type]
        image = rng.choice(wanted if wanted and rng.random() < 0.8 else IMAGES)
        case.body = break_image(rng, image.read_bytes())


def replace_call(rng, case):
    if rng.random() < 0.95:
        case.headers = {**(case.headers or {}), "X-API-Key": API_KEY}
    path = case.path
    if "delete" in path and rng.random() < 0.1:
        images.extend(save(upload(IMAGES[0])))
    choice = rng.random()
    if choice < 0.5:
        case.body = mutate(rng, valid_body(rng, path))
    elif choice < 0.6:
        case.body = break_text(rng, valid_body(rng, path))
    elif choice < 0.8 and isinstance(case.body, dict):
        case.body = {**case.body, **valid_body(rng, path)}


def is_upload(case):
    return case.path.startswith(("/api/v1/upload-", "/api/v1/create-direct-upload"))


def is_of_people(case):
    """Whether an access token alone opens the call."""
    security = case.operation.definition.raw.get("security", [])
    return security == [{"accessToken": []}]


def is_text(body):
    """Without lone surrogates, at which schemathesis itself ends where a schema has a pattern."""
    try:
        return bool(json.dumps(body, ensure_ascii=False).encode())
    except UnicodeEncodeError:
        return False


def replace_call_of_person(rng, case):
    if rng.random() < 0.95:
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {ACCESS_TOKEN}"}
    if not isinstance(case.body, dict):
        return
    if "projectId" in case.body and rng.random() < 0.9:
        case.body = {**case.body, "projectId": rng.choice(projects)}
    if rng.random() < 0.3:
        body = mutate(rng, dict(case.body))
        if is_text(body):
            case.body = body
    elif rng.random() < 0.1:
        case.body = break_text(rng, case.body)


def replace_address(rng, case):
    if rng.random() < 0.6:
        url = rng.choice(images + temporaries[:5])
        case.path_parameters = {**(case.path_parameters or {}), "imageId": id_of(url)}
    if rng.random() < 0.2:
        case.path_parameters = {**(case.path_parameters or {}), "extension": rng.choice(EXTENSIONS)}


@schemathesis.hook
def before_call(ctx, case, kwargs):
    facts = (case.method, case.path, case.path_parameters, case.query, case.body, dict(case.headers or {}))
    rng = random.Random(zlib.crc32(repr(facts).encode("utf-8", "surrogatepass")))
    if is_upload(case):
        replace_upload(rng, case)
    elif case.path.startswith("/api/") and is_of_people(case):
        replace_call_of_person(rng, case)
    elif case.path.startswith("/api/"):
        replace_call(rng, case)
    else:
        replace_address(rng, case)


@schemathesis.hook
def after_call(ctx, case, response):
    if response.status_code == 200 and is_upload(case) and case.method.upper() == "POST":
        temporaries.append(response.json()["temporaryImageUrl"])
        if len(temporaries) > HIGHEST_POOL:
            images.extend(save(temporaries.pop(0)))
    del images[:-HIGHEST_POOL]


@schemathesis.check
def no_server_error(ctx, response, case):
    if response.status_code < 500:
        return
    code = (response.headers.get("x-error-code") or [""])[0]
    says_when = "retry-after" in response.headers
    is_busy = response.status_code == 503 and says_when and code == "busy"
    if not is_busy:
        raise AssertionError(f"{response.status_code} {code}: {response.content[:300]!r}")
