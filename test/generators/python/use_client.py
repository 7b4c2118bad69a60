import json
import os
import sys
from io import BytesIO
from pathlib import Path

from generated import AuthenticatedClient, Client
from generated.api.images import get_image, save_temporary_image
from generated.api.uploads import upload_temporary_image
from generated.models import (
    GetImageRequest,
    Image,
    Problem,
    SaveTemporaryImageRequest,
    SaveTemporaryImageRequestMetadata,
    SaveTemporaryImageResult,
    UploadTemporaryImageResult,
)
from generated.types import File

url = os.environ["IMAGEWELL_URL"]
image = File(payload=BytesIO(Path(sys.argv[1]).read_bytes()))
uploaded = upload_temporary_image.sync(
    os.environ["IMAGEWELL_UPLOAD_KEY"],
    client=Client(url),
    body=image,
    x_original_filename="bridge.jpg",
)
assert isinstance(uploaded, UploadTemporaryImageResult), uploaded

server = AuthenticatedClient(
    url, token=os.environ["IMAGEWELL_API_KEY"], prefix="", auth_header_name="X-API-Key"
)
metadata = SaveTemporaryImageRequestMetadata.from_dict({"alt_text": "A bridge"})
saved = save_temporary_image.sync(
    client=server, body=SaveTemporaryImageRequest(uploaded.temporary_image_url, metadata=metadata)
)
assert isinstance(saved, SaveTemporaryImageResult), saved

found = get_image.sync(client=server, body=GetImageRequest(image_id=saved.image_id))
assert isinstance(found, Image), found
missing = get_image.sync(client=server, body=GetImageRequest(image_id="img_" + "a" * 26))
assert isinstance(missing, Problem), missing

print(
    json.dumps(
        {
            "originalFilename": found.original_filename,
            "width": found.width,
            "height": found.height,
            "metadata": found.metadata.to_dict(),
            "problem": missing.code,
        }
    )
)
