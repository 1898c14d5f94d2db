"""A finished picture as bytes."""

from __future__ import annotations

import io

from PIL import Image


def png(picture: Image.Image) -> bytes:
    """PNG with a palette of 256 colours, no dithering: the same picture gives the same bytes."""
    small = picture.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    out = io.BytesIO()
    small.save(out, "PNG", compress_level=6)
    return out.getvalue()
