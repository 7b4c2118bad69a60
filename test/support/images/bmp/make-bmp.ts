/** In pixels, unless a form has its own. */
const SIZE = { width: 5, height: 4 };

/** The colours of the corners: red, green, blue and yellow. */
export const CORNERS = [
  [200, 30, 30],
  [30, 160, 60],
  [40, 60, 200],
  [220, 200, 40],
] as const;

export interface BmpForm {
  readonly bits: 1 | 4 | 8 | 24 | 32;
  readonly headerBytes?: number;
  readonly isTopDown?: boolean;
  /** 3 for masks, as of `BI_BITFIELDS`. */
  readonly compression?: number;
  /** Of each pixel, with masks. */
  readonly alpha?: number;
  /** 5 x 4 pixels without it. */
  readonly size?: { readonly width: number; readonly height: number };
}

/** A BMP in quarters of four colours, or of the first two with one bit. */
export function makeBmp(form: BmpForm): Buffer {
  const { bits, headerBytes = 40, isTopDown = false, compression = 0, alpha = 0 } = form;
  const { width, height } = form.size ?? SIZE;
  const isCore = headerBytes === 12;
  const colours = bits > 8 ? 0 : 2 ** bits;
  const colourBytes = isCore ? 3 : 4;
  const maskBytes = compression === 3 && headerBytes === 40 ? 12 : 0;
  const tableAt = 14 + headerBytes + maskBytes;
  const start = tableAt + colours * colourBytes;
  const stride = Math.ceil((width * bits) / 32) * 4;
  const bmp = Buffer.alloc(start + stride * height);
  bmp.write('BM');
  bmp.writeUInt32LE(bmp.length, 2);
  bmp.writeUInt32LE(start, 10);
  bmp.writeUInt32LE(headerBytes, 14);
  if (isCore) {
    bmp.writeUInt16LE(width, 18);
    bmp.writeUInt16LE(height, 20);
    bmp.writeUInt16LE(1, 22);
    bmp.writeUInt16LE(bits, 24);
  } else {
    bmp.writeInt32LE(width, 18);
    bmp.writeInt32LE(isTopDown ? -height : height, 22);
    bmp.writeUInt16LE(1, 26);
    bmp.writeUInt16LE(bits, 28);
    bmp.writeUInt32LE(compression, 30);
  }
  if (compression === 3) {
    [0xff0000, 0xff00, 0xff].forEach((mask, at) => void bmp.writeUInt32LE(mask, 54 + 4 * at));
    if (headerBytes >= 56) bmp.writeUInt32LE(0xff000000, 66);
  }
  CORNERS.slice(0, colours).forEach(([red, green, blue], at) => {
    bmp.set([blue, green, red], tableAt + at * colourBytes);
  });
  for (let y = 0; y < height; y += 1) {
    const row = start + (isTopDown ? y : height - 1 - y) * stride;
    for (let x = 0; x < width; x += 1) {
      const quarter = (y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1);
      const [red, green, blue] = CORNERS[quarter] ?? CORNERS[0];
      if (bits >= 24) bmp.set([blue, green, red], row + (x * bits) / 8);
      if (bits === 32) bmp[row + x * 4 + 3] = alpha;
      if (bits > 8) continue;
      const at = row + ((x * bits) >> 3);
      const shift = 8 - bits - ((x * bits) & 7);
      bmp[at] = (bmp[at] ?? 0) | ((quarter % colours) << shift);
    }
  }
  return bmp;
}
