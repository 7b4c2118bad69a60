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
  readonly bits: 1 | 2 | 4 | 8 | 16 | 24 | 32;
  readonly headerBytes?: number;
  readonly isTopDown?: boolean;
  /** 3 for masks, as of `BI_BITFIELDS`. */
  readonly compression?: number;
  /** Of red, green, blue and alpha; those of plain pixels without it. */
  readonly masks?: readonly number[];
  /** Of each pixel, with masks. */
  readonly alpha?: number;
  /** 5 x 4 pixels without it. */
  readonly size?: { readonly width: number; readonly height: number };
}

/** A BMP in quarters of four colours, or of the first two with one bit. */
export function makeBmp(form: BmpForm): Buffer {
  const { bits, headerBytes = 40, isTopDown = false, compression = 0, alpha = 0 } = form;
  const isMasked = compression === 3 || compression === 6;
  const usual = bits === 16 ? [0x7c00, 0x3e0, 0x1f] : [0xff0000, 0xff00, 0xff];
  const { masks = [...usual, headerBytes >= 56 || compression === 6 ? 0xff000000 : 0] } = form;
  const maskCount = compression === 6 || headerBytes >= 56 ? 4 : 3;
  const { width, height } = form.size ?? SIZE;
  const isCore = headerBytes === 12;
  const colours = bits > 8 ? 0 : 2 ** bits;
  const colourBytes = isCore ? 3 : 4;
  const maskBytes = isMasked && headerBytes === 40 ? 4 * maskCount : 0;
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
    if (headerBytes > 16) bmp.writeUInt32LE(compression, 30);
  }
  if (isMasked) {
    masks.slice(0, maskCount).forEach((mask, at) => void bmp.writeUInt32LE(mask, 54 + 4 * at));
  }
  CORNERS.slice(0, colours).forEach(([red, green, blue], at) => {
    bmp.set([blue, green, red], tableAt + at * colourBytes);
  });
  for (let y = 0; y < height; y += 1) {
    const row = start + (isTopDown ? y : height - 1 - y) * stride;
    for (let x = 0; x < width; x += 1) {
      const quarter = (y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1);
      const [red, green, blue] = CORNERS[quarter] ?? CORNERS[0];
      if (bits === 24) bmp.set([blue, green, red], row + x * 3);
      if (bits === 16 || bits === 32) {
        const pixel = maskedPixel([red, green, blue, alpha], isMasked ? masks : usual);
        // without a mask, the alpha is where it usually is
        const unmasked = bits === 32 && !masks[3] ? alpha * 2 ** 24 : 0;
        bmp.writeUIntLE(pixel + unmasked, row + (x * bits) / 8, bits / 8);
      }
      if (bits > 8) continue;
      const at = row + ((x * bits) >> 3);
      const shift = 8 - bits - ((x * bits) & 7);
      bmp[at] = (bmp[at] ?? 0) | ((quarter % colours) << shift);
    }
  }
  return bmp;
}

/** The pixel whose channels have so many of the highest bits of these values. */
function maskedPixel(values: readonly number[], masks: readonly number[]): number {
  return masks.reduce((pixel, mask, at) => {
    if (mask === 0) return pixel;
    const shift = 31 - Math.clz32(mask & -mask);
    const most = mask >>> shift;
    const value = Math.round(((values[at] ?? 0) * most) / 255);
    return pixel + value * 2 ** shift;
  }, 0);
}

/** A BMP of 24 bits with this profile, which is embedded in it. */
export function withBmpProfile(profile: Uint8Array, space = 'DEBM'): Buffer {
  const bmp = makeBmp({ bits: 24, headerBytes: 124 });
  bmp.write(space, 70);
  bmp.writeUInt32LE(bmp.length - 14, 126);
  bmp.writeUInt32LE(profile.length, 130);
  return Buffer.concat([bmp, profile]);
}

/** A BMP whose data are these codes of runs, in place of its rows. */
export function withRuns(form: BmpForm, compression: number, codes: readonly number[]): Buffer {
  const plain = makeBmp(form);
  const bmp = Buffer.concat([plain.subarray(0, plain.readUInt32LE(10)), Buffer.from(codes)]);
  bmp.writeUInt32LE(compression, 30);
  return bmp;
}
