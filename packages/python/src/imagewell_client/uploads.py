"""Uploads of bytes. They take the way that the size needs: by a call, or by a form to the storage.

After an upload by a form, the image is pending until it is validated:
save_temporary_image answers `temporary_image_pending` meanwhile. get_direct_upload and
get_project_upload answer its state.
"""

from collections.abc import Mapping
from typing import Any, Protocol
from urllib.parse import quote

import httpx

from .api.uploads import create_direct_upload, create_project_upload
from .client import AuthenticatedClient, Client
from .file_types import content_type_of
from .models.create_direct_upload_request import CreateDirectUploadRequest
from .models.create_project_upload_request import CreateProjectUploadRequest
from .models.problem import Problem
from .models.upload_temporary_image_result import UploadTemporaryImageResult
from .problems import ImagewellError, require
from .transformation import MAX_UPLOAD_BYTES
from .types import UNSET


class _Fields(Protocol):
    additional_properties: dict[str, str]


def _headers(content_type: str, filename: str | None) -> dict[str, str]:
    name = {} if filename is None else {"X-Original-Filename": quote(filename, safe="")}
    return {"Content-Type": content_type, **name}


def _uploaded(response: httpx.Response) -> UploadTemporaryImageResult:
    body: Mapping[str, Any] = response.json()
    if response.is_success:
        return UploadTemporaryImageResult.from_dict(body)
    raise ImagewellError(Problem.from_dict(body))


def _send_form(url: str, fields: _Fields, image: bytes) -> None:
    sent = httpx.post(url, data=fields.additional_properties, files={"file": image}, timeout=60)
    sent.raise_for_status()


def upload_temporary_image(
    client: Client | AuthenticatedClient,
    upload_key: str,
    image: bytes,
    content_type: str | None = None,
    *,
    filename: str | None = None,
) -> UploadTemporaryImageResult:
    """Uploads an image by an upload key. Without a type, the bytes and the file name decide. Raises ImagewellError, and httpx.HTTPStatusError if the
    storage refuses the form."""
    content_type = content_type_of(content_type, image, filename)
    if len(image) > MAX_UPLOAD_BYTES:
        body = CreateDirectUploadRequest(
            content_type=content_type, bytes_=len(image), original_filename=filename or UNSET
        )
        form = require(create_direct_upload.sync(upload_key, client=client, body=body))
        _send_form(form.url, form.fields, image)
        return UploadTemporaryImageResult(form.temporary_image_url, form.expires_at)
    path = f"/api/v1/upload-temporary-image/{quote(upload_key, safe='')}"
    headers = _headers(content_type, filename)
    return _uploaded(client.get_httpx_client().post(path, content=image, headers=headers))


def upload_project_image(
    client: AuthenticatedClient,
    image: bytes,
    content_type: str | None = None,
    *,
    filename: str | None = None,
    project_id: str | None = None,
) -> UploadTemporaryImageResult:
    """Uploads an image by an API key or an access token. Without a type, the bytes and the file
    name decide. `project_id` is required with an access
    token. Raises as upload_temporary_image does."""
    content_type = content_type_of(content_type, image, filename)
    if len(image) > MAX_UPLOAD_BYTES:
        body = CreateProjectUploadRequest(
            content_type=content_type,
            bytes_=len(image),
            original_filename=filename or UNSET,
            project_id=project_id or UNSET,
        )
        form = require(create_project_upload.sync(client=client, body=body))
        _send_form(form.url, form.fields, image)
        return UploadTemporaryImageResult(form.temporary_image_url, form.expires_at)
    project = {} if project_id is None else {"X-Project-Id": project_id}
    headers = {**_headers(content_type, filename), **project}
    path = "/api/v1/upload-project-image"
    return _uploaded(client.get_httpx_client().post(path, content=image, headers=headers))
