import { type BmpForm, makeBmp, withRuns } from '../bmp/make-bmp.ts';
import { cutFiles, type FaultyFile, faultyFiles, withBytesAt } from './faulty-file.ts';

const TYPE = 'image/bmp';
const RLE8 = 1;
const RLE4 = 2;

function formsOf(): Record<string, Uint8Array> {
  const forms: Record<string, BmpForm> = {};
  for (const bits of [1, 2, 4, 8, 16, 24, 32] as const) {
    for (const headerBytes of [12, 16, 40, 52, 56, 64, 108, 124]) {
      if (bits === 2 && headerBytes !== 40) continue;
      forms[`BMP of ${bits} bits, header of ${headerBytes} bytes`] = { bits, headerBytes };
    }
    if (bits !== 2) forms[`BMP of ${bits} bits from the top`] = { bits, isTopDown: true };
  }
  const masks = { compression: 3 } as const;
  const more: Record<string, BmpForm> = {
    'masks 565': { bits: 16, ...masks, masks: [0xf800, 0x7e0, 0x1f] },
    'masks 4444 with alpha': {
      bits: 16,
      headerBytes: 56,
      ...masks,
      masks: [0xf00, 0xf0, 0xf, 0xf000],
      alpha: 128,
    },
    'masks of BGRA': {
      bits: 32,
      headerBytes: 108,
      ...masks,
      masks: [0xff0000, 0xff00, 0xff, 0xff000000],
      alpha: 128,
    },
    'masks of RGBA': {
      bits: 32,
      headerBytes: 124,
      ...masks,
      masks: [0xff, 0xff00, 0xff0000, 0xff000000],
      alpha: 200,
    },
    'masks of ten bits': { bits: 32, ...masks, masks: [0x3ff00000, 0xffc00, 0x3ff] },
    'masks that overlap': { bits: 32, ...masks, masks: [0xff0000, 0xffff00, 0xff] },
    'masks with a gap': { bits: 32, ...masks, masks: [0xf0f00000, 0xff00, 0xff] },
    'masks of nothing': { bits: 32, ...masks, masks: [0, 0, 0] },
    'alpha without masks, of 0': { bits: 32, alpha: 0 },
    'alpha without masks, of 128': { bits: 32, alpha: 128 },
    'alpha without masks, in a header of 124 bytes': { bits: 32, headerBytes: 124, alpha: 128 },
    'masks of six': { bits: 32, compression: 6, alpha: 128 },
  };
  return Object.fromEntries(
    Object.entries({ ...forms, ...more }).map(([name, form]) => [name, makeBmp(form)]),
  );
}

function faultsOfRuns(): Record<string, Uint8Array> {
  const runs = (codes: readonly number[], compression = RLE8) =>
    withRuns({ bits: compression === RLE8 ? 8 : 4 }, compression, codes);
  const row = [5, 1, 0, 0];
  const rows = [...row, ...row, ...row, ...row];
  return {
    'RLE8, plain': runs([...rows, 0, 1]),
    'RLE8 without an end': runs(rows),
    'RLE8 without ends of lines': runs([5, 1, 5, 2, 5, 3, 5, 0, 0, 1]),
    'RLE8 of rows too few': runs([...row, ...row, 0, 1]),
    'RLE8 with a jump': runs([2, 1, 0, 2, 1, 1, 2, 2, 0, 0, 0, 1]),
    'RLE8 with a literal run': runs([0, 5, 0, 1, 2, 3, 0, 0, 0, 0, ...row, ...row, ...row, 0, 1]),
    'RLE8 with a run beyond its row': runs([9, 1, 0, 0, ...row, ...row, ...row, 0, 1]),
    'RLE8 with a jump beyond the image': runs([0, 2, 200, 200, ...row, 0, 1]),
    'RLE8 with a colour beyond the palette': runs([5, 250, 0, 0, ...row, ...row, ...row, 0, 1]),
    'RLE8 with a cut literal run': runs([0, 200, 1, 2]),
    'RLE8 with garbage behind its end': runs([...rows, 0, 1, 1, 2, 3]),
    'RLE4, plain': runs([5, 0x12, 0, 0, 5, 0x12, 0, 0, 5, 0x30, 0, 0, 5, 0x12, 0, 1], RLE4),
    'RLE4 with a literal run': runs(
      [0, 5, 0x12, 0x30, 0x10, 0, 0, 0, 5, 1, 0, 0, 5, 2, 0, 0, 5, 3, 0, 1],
      RLE4,
    ),
    'RLE4 without an end': runs([5, 0x12, 0, 0, 5, 0x12, 0, 0, 5, 0x30, 0, 0, 5, 0x12], RLE4),
  };
}

const withUint32 = (bmp: Buffer, at: number, value: number) => {
  const copy = Buffer.from(bmp);
  copy.writeInt32LE(value | 0, at);
  return copy;
};

function faultsOfHead(): Record<string, Uint8Array> {
  const bmp = makeBmp({ bits: 24 });
  const indexed = makeBmp({ bits: 8 });
  return {
    'a file size of 0': withUint32(bmp, 2, 0),
    'a file size too large': withUint32(bmp, 2, 1_000_000),
    'a file size too small': withUint32(bmp, 2, 60),
    'data at 0': withUint32(bmp, 10, 0),
    'data inside of the header': withUint32(bmp, 10, 20),
    'data beyond the file': withUint32(bmp, 10, 10_000),
    'data inside of the palette': withUint32(indexed, 10, 100),
    'a width of 0': withUint32(bmp, 18, 0),
    'a width below 0': withUint32(bmp, 18, -5),
    'a height of 0': withUint32(bmp, 22, 0),
    'no planes': withBytesAt(bmp, 26, 0, 0),
    'two planes': withBytesAt(bmp, 26, 2, 0),
    '5 bits': withBytesAt(bmp, 28, 5, 0),
    '0 bits': withBytesAt(bmp, 28, 0, 0),
    'compression 9': withUint32(bmp, 30, 9),
    'compression 4': withUint32(bmp, 30, 4),
    'RLE8 of 24 bits': withUint32(bmp, 30, 1),
    'a palette of 2 colours': withUint32(indexed, 46, 2),
    'a palette of 300 colours': withUint32(indexed, 46, 300),
    'a palette of 2^31 colours': withUint32(indexed, 46, 0x7fffffff),
    'a header of 41 bytes': withUint32(bmp, 14, 41),
    'a header of 4 bytes': withUint32(bmp, 14, 4),
    'a header of 200 bytes': withUint32(bmp, 14, 200),
    'surplus bytes behind the end': Buffer.concat([bmp, Buffer.from('surplus')]),
    'no padding behind its last row': bmp.subarray(0, -1),
    'the type BA': withBytesAt(bmp, 1, 0x41),
  };
}

/** BMPs with faults, and in rare forms. */
export function makeBmpFaults(): FaultyFile[] {
  return [
    ...faultyFiles(TYPE, { ...formsOf(), ...faultsOfRuns(), ...faultsOfHead() }),
    ...cutFiles('BMP', TYPE, makeBmp({ bits: 24, size: { width: 40, height: 30 } })),
  ];
}
