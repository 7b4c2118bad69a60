// two of the four are used: the screen's own, and the one of every frame
const COLOURS = [0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0];

/** A GIF with a four-colour global table and these blocks. */
export function gifOf(width: number, height: number, ...blocks: (Uint8Array | number[])[]): Buffer {
  const screen = Buffer.from([...Buffer.from('GIF89a'), 0, 0, 0, 0, 0x81, 0, 0, ...COLOURS]);
  screen.writeUInt16LE(width, 6);
  screen.writeUInt16LE(height, 8);
  return Buffer.concat([screen, ...blocks.map((block) => Buffer.from(block)), Buffer.from([0x3b])]);
}

/** A frame of one colour. */
export function gifFrame(x: number, y: number, width: number, height: number): Buffer {
  const head = Buffer.alloc(10);
  head.writeUInt8(0x2c, 0);
  [x, y, width, height].forEach((value, i) => {
    head.writeUInt16LE(value, 1 + 2 * i);
  });
  return Buffer.concat([head, Buffer.from([2]), subBlocks(compressPixels(width * height))]);
}

/** A graphic control extension with a delay in hundredths. */
export function gifControl(flags: number, delay = 5): number[] {
  return [0x21, 0xf9, 4, flags, delay & 255, delay >> 8, 0, 0];
}

/** An application extension of an eleven-character name. */
export function gifApplication(name: string, data: Uint8Array | number[]): Buffer {
  return Buffer.concat([Buffer.from([0x21, 0xff, 11]), Buffer.from(name), subBlocks(data)]);
}

/** A comment extension. */
export function gifComment(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x21, 0xfe]), subBlocks(Buffer.from(text))]);
}

/** A plain text extension. */
export function gifPlainText(text: string): Buffer {
  const grid = Buffer.from([0x21, 0x01, 12, 0, 0, 0, 0, 8, 0, 8, 0, 4, 4, 1, 0]);
  return Buffer.concat([grid, subBlocks(Buffer.from(text))]);
}

function subBlocks(data: Uint8Array | number[]): Buffer {
  const bytes = Buffer.from(data);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255);
    parts.push(Buffer.from([part.length]), part);
  }
  return Buffer.concat([...parts, Buffer.from([0])]);
}

// a clear code after every second pixel keeps all LZW codes three bits wide
function compressPixels(count: number): number[] {
  const codes = [4];
  for (let i = 1; i <= count; i += 1) codes.push(1, ...(i % 2 === 0 ? [4] : []));
  codes.push(5);
  const bytes: number[] = new Array(Math.ceil((codes.length * 3) / 8)).fill(0);
  codes.forEach((code, i) => {
    const bit = i * 3;
    bytes[bit >> 3] = ((bytes[bit >> 3] ?? 0) | (code << (bit & 7))) & 255;
    if ((bit & 7) > 5) bytes[(bit >> 3) + 1] = code >> (8 - (bit & 7));
  });
  return bytes;
}
