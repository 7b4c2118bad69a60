import sharp from 'sharp';

/** The numbers of an image, stated to be colours of Display P3; a PNG. */
export function statedDisplayP3(image: Uint8Array): Promise<Buffer> {
  return sharp(image).pipelineColourspace('rgb16').withIccProfile('p3').png().toBuffer();
}

/** The numbers in a file, whatever profile it has: red, green and blue of its first pixels. */
export async function numbersOf(image: Uint8Array): Promise<Uint8Array> {
  return sharp(image, { ignoreIcc: true }).removeAlpha().raw().toBuffer();
}
