import { ImageFileFault } from '../image-file.ts';
import { checkPartCount, readByte, readSlice, readUint16Be, readUint32Be } from '../read-bytes.ts';

/** The size that a decoder allocates for a coded image, and whether its chroma is at full size. */
export interface CodedSize {
  readonly width: number;
  readonly height: number;
  readonly hasFullChroma: boolean;
}

const LENGTH_SIZE_AT = 21;
const ARRAYS_AT = 22;
const PARAMETER_SETS = [32, 33, 34];
const SEQUENCE_SET = 33;
const FIRST_NON_SLICE = 32;
const HEAD_BYTES = 2;
const FULL_CHROMA = 3;
const BROKEN = 'A coded image of the HEIC is broken.';

/** The facts of an `hvcC` property, which many items may share. */
export interface CodedParameters {
  readonly size: CodedSize;
  /** The number of bytes of a unit's length in the data. */
  readonly lengthBytes: number;
  /** Its parameter sets, each by `textOf`: cameras repeat them in the data. */
  readonly sets: ReadonlySet<string>;
}

/** The bytes of a unit as Latin-1. */
const textOf = ({ buffer, byteOffset, length }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, length).toString('latin1');

/**
 * The size in an `hvcC` property (ISO/IEC 14496-15, 8.3.3.1), before any decoding; an
 * ImageFileFault if there is none.
 */
export function readCodedParameters(config: Uint8Array): CodedParameters {
  const lengthBytes = (readByte(config, LENGTH_SIZE_AT) & 3) + 1;
  const units = listParameterSets(config);
  const sizes = units.filter(isSequenceSet).map(({ bytes }) => readSequenceSet(bytes));
  const [first] = sizes;
  if (!first) throw new ImageFileFault(BROKEN);
  const sets = new Set(units.map(({ bytes }) => textOf(bytes)));
  return { size: sizes.reduce(larger, first), lengthBytes, sets };
}

function larger(a: CodedSize, b: CodedSize): CodedSize {
  return {
    width: Math.max(a.width, b.width),
    height: Math.max(a.height, b.height),
    hasFullChroma: a.hasFullChroma || b.hasFullChroma,
  };
}

/** A unit of an `hvcC`, and the type that its array states. */
interface ListedUnit {
  readonly type: number;
  readonly bytes: Uint8Array;
}

const isSequenceSet = ({ type, bytes }: ListedUnit) =>
  type === SEQUENCE_SET || readByte(bytes, 0) >> 1 === SEQUENCE_SET;

function listParameterSets(config: Uint8Array): ListedUnit[] {
  const found: ListedUnit[] = [];
  let parts = 0;
  let at = ARRAYS_AT + 1;
  for (let arrays = readByte(config, ARRAYS_AT); arrays > 0; arrays -= 1) {
    const type = readByte(config, at) & 0x3f;
    const count = readUint16Be(config, at + 1);
    at += 3;
    for (let unit = 0; unit < count; unit += 1) {
      parts += 1;
      checkPartCount(parts);
      const end = at + 2 + readUint16Be(config, at);
      found.push({ type, bytes: readSlice(config, at + 2, end) });
      at = end;
    }
  }
  return found;
}

/**
 * An ImageFileFault if the data of an item hold other parameters than the header, or more than one
 * image. Either would cost more than the header says.
 */
export function checkCodedData(data: Uint8Array, { lengthBytes, sets }: CodedParameters): void {
  let images = 0;
  let parts = 0;
  for (let at = 0; at < data.length; ) {
    parts += 1;
    checkPartCount(parts);
    let length = 0;
    for (let i = 0; i < lengthBytes; i += 1) length = length * 0x100 + readByte(data, at + i);
    const unit = readSlice(data, at + lengthBytes, at + lengthBytes + length);
    const type = (readByte(unit, 0) >> 1) & 0x3f;
    if (PARAMETER_SETS.includes(type) && !sets.has(textOf(unit))) throw new ImageFileFault(BROKEN);
    // the first bit of a slice marks the first of an image (ITU-T H.265, 7.3.6.1)
    if (type < FIRST_NON_SLICE && readByte(unit, HEAD_BYTES) >> 7 === 1) images += 1;
    at += lengthBytes + length;
  }
  if (images !== 1) throw new ImageFileFault(BROKEN);
}

/** The bits of a unit without its emulation prevention bytes (H.265, 7.3.1.1). */
class UnitBits {
  private readonly bytes: number[] = [];
  private at = 0;

  constructor(unit: Uint8Array) {
    let zeros = 0;
    for (const byte of unit.subarray(HEAD_BYTES, HEAD_BYTES + MAX_SET_BYTES)) {
      if (zeros >= 2 && byte === 3) {
        zeros = 0;
        continue;
      }
      zeros = byte === 0 ? zeros + 1 : 0;
      this.bytes.push(byte);
    }
  }

  read(bits: number): number {
    let value = 0;
    for (let i = 0; i < bits; i += 1, this.at += 1) {
      const byte = this.bytes[this.at >> 3];
      if (byte === undefined) throw new ImageFileFault(BROKEN);
      value = value * 2 + ((byte >> (7 - (this.at & 7))) & 1);
    }
    return value;
  }

  /** An unsigned number of Exp-Golomb code (9.2). */
  readCode(): number {
    let zeros = 0;
    while (this.read(1) === 0) {
      zeros += 1;
      if (zeros > MAX_CODE_ZEROS) throw new ImageFileFault(BROKEN);
    }
    return 2 ** zeros - 1 + this.read(zeros);
  }
}

/** The size comes within the first hundred bytes, whatever the number of layers. */
const MAX_SET_BYTES = 200;
const MAX_CODE_ZEROS = 31;

// H.265, 7.3.2.2.1, up to the size
function readSequenceSet(unit: Uint8Array): CodedSize {
  const bits = new UnitBits(unit);
  bits.read(4);
  const layers = bits.read(3);
  bits.read(1);
  skipProfile(bits, layers);
  bits.readCode();
  const chroma = bits.readCode();
  if (chroma === FULL_CHROMA) bits.read(1);
  return { width: bits.readCode(), height: bits.readCode(), hasFullChroma: chroma === FULL_CHROMA };
}

// 7.3.3
function skipProfile(bits: UnitBits, layers: number): void {
  bits.read(88 + 8);
  const present: [number, number][] = [];
  for (let layer = 0; layer < layers; layer += 1) present.push([bits.read(1), bits.read(1)]);
  if (layers > 0) bits.read(2 * (8 - layers));
  for (const [hasProfile, hasLevel] of present) bits.read(hasProfile * 88 + hasLevel * 8);
}

/** The width and height of an `ispe` property. */
export function readImageSize(bytes: Uint8Array): { width: number; height: number } {
  return { width: readUint32Be(bytes, 4), height: readUint32Be(bytes, 8) };
}
