import sharp from 'sharp';

/** The bytes of an image that is drawn in SVG: our own text only, never what somebody sends. */
export async function drawSvg(svg: string, format: 'jpeg' | 'png' | 'webp'): Promise<Buffer> {
  const drawn = sharp(Buffer.from(svg));
  if (format === 'jpeg') return drawn.flatten().jpeg({ quality: 88 }).toBuffer();
  return format === 'png'
    ? drawn.png({ palette: true }).toBuffer()
    : drawn.webp({ quality: 88 }).toBuffer();
}
