"""Makes heic-samples.ts: python make_heics.py > heic-samples.ts, with pillow-heif 1.8.1."""

import base64
import io

import pillow_heif
from PIL import Image, ImageCms

QUARTERS = [(200, 30, 30), (30, 160, 60), (40, 60, 200), (220, 200, 40)]


def picture(mode="RGB", size=(64, 48)):
    """Red, green, blue and yellow quarters; the left half of an alpha channel is half clear."""
    image = Image.new("RGB", size)
    width, height = size
    for index, colour in enumerate(QUARTERS):
        left, top = (index % 2) * width // 2, (index // 2) * height // 2
        image.paste(colour, (left, top, left + width // 2, top + height // 2))
    if mode == "RGBA":
        alpha = Image.new("L", size, 255)
        alpha.paste(128, (0, 0, width // 2, height))
        image.putalpha(alpha)
    return image


def saved(image, **options):
    out = io.BytesIO()
    pillow_heif.from_pillow(image).save(out, quality=80, **options)
    return out.getvalue()


def tenbit():
    image = picture()
    wide = b"".join(
        (value * 257).to_bytes(2, "little") for pixel in image.get_flattened_data() for value in pixel
    )
    file = pillow_heif.from_bytes("RGB;16", image.size, wide)
    out = io.BytesIO()
    file.save(out, quality=80)
    return out.getvalue()


def turned():
    """The picture, stored turned to the left, with the orientation that shows it upright."""
    exif = Image.Exif()
    exif[0x0112] = 6
    stored = picture().transpose(Image.Transpose.ROTATE_90)
    out = io.BytesIO()
    file = pillow_heif.from_pillow(stored)
    file.save(out, quality=80, exif=exif.tobytes())
    return out.getvalue()


def profiled():
    """With the profile of sRGB that littlecms makes, in place of a phone's."""
    image = picture()
    image.info["icc_profile"] = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    return saved(image)


SAMPLES = {
    "PLAIN_HEIC": saved(picture()),
    "ALPHA_HEIC": saved(picture("RGBA")),
    "TEN_BIT_HEIC": tenbit(),
    "TURNED_HEIC": turned(),
    "PROFILED_HEIC": profiled(),
    "FULL_CHROMA_HEIC": saved(picture(), chroma=444),
}

print("// made by make_heics.py: 64 x 48 pixels in quarters of red, green, blue and yellow\n")
for name, data in SAMPLES.items():
    text = base64.b64encode(data).decode()
    lines = [text[at : at + 90] for at in range(0, len(text), 90)]
    print(f"export const {name} = Buffer.from(")
    print("  [\n    '" + "',\n    '".join(lines) + "',\n  ].join(''),\n  'base64',\n);")
