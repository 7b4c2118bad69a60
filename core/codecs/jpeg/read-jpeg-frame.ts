import { ImageFileFault } from '../image-file.ts';
import { readByte, readUint16Be } from '../read-bytes.ts';
import { JPEG_MARKER, type JpegSegment } from './jpeg-segment.ts';

export interface JpegComponent {
  readonly id: number;
  readonly quantizationTable: number;
  /** Sampling factors, 1 to 4. */
  readonly horizontal: number;
  readonly vertical: number;
}

/** A frame header (ITU-T T.81, B.2.2). */
export interface JpegFrame {
  readonly width: number;
  readonly height: number;
  readonly components: readonly JpegComponent[];
  /** Whether each block is in one scan only, with all of its coefficients in order. */
  readonly isSequential: boolean;
}

/** A scan header (T.81, B.2.3). */
export interface JpegScan {
  /** The slots of the tables that code the scan. */
  readonly entropySlots: ReadonlySet<number>;
  readonly components: readonly JpegScanComponent[];
  readonly band: JpegBand;
}

/**
 * The coefficients and the bits that a scan sends: from below `highBit` (0 for all) down to
 * `lowBit`.
 */
export interface JpegBand {
  readonly firstCoefficient: number;
  readonly lastCoefficient: number;
  readonly highBit: number;
  readonly lowBit: number;
}

/** A component in a scan, and the slots of its tables, the class in the upper half as in DHT. */
export interface JpegScanComponent {
  readonly component: JpegComponent;
  readonly dcSlot: number;
  readonly acSlot: number;
}

// baseline, extended, progressive; sharp decodes arithmetic coding too, but no browser does
const DECODED_FRAMES = [0xc0, 0xc1, 0xc2];
const PROGRESSIVE = 0xc2;
const BROKEN_SCAN = 'A JPEG scan header is broken.';
const MAX_INDEX = 63;
const MAX_LOW_BIT = 13; // T.81, table B.3
const WHOLE_BAND: JpegBand = {
  firstCoefficient: 0,
  lastCoefficient: MAX_INDEX,
  highBit: 0,
  lowBit: 0,
};
const NO_FRAME: readonly number[] = [JPEG_MARKER.DHT, 0xc8, JPEG_MARKER.DAC];

/** Whether a marker begins a frame, of whatever process. */
export function isFrameMarker(marker: number): boolean {
  return marker >= JPEG_MARKER.SOF0 && marker <= 0xcf && !NO_FRAME.includes(marker);
}

/**
 * A frame header that sharp decodes; an ImageFileFault for lossless, hierarchical and 12-bit ones.
 */
export function readJpegFrame(bytes: Uint8Array, segment: JpegSegment): JpegFrame {
  const { marker, start, end } = segment;
  if (!DECODED_FRAMES.includes(marker))
    throw new ImageFileFault('The JPEG process is not supported.');
  if (readByte(bytes, start) !== 8) throw new ImageFileFault('Only 8-bit JPEGs are supported.');
  const height = readUint16Be(bytes, start + 1);
  const width = readUint16Be(bytes, start + 3);
  if (width === 0 || height === 0) throw new ImageFileFault('The JPEG has no pixels.');
  const count = readByte(bytes, start + 5);
  if (![1, 3, 4].includes(count) || end - start !== 6 + 3 * count) {
    throw new ImageFileFault('The JPEG frame header is broken.');
  }
  const components = Array.from({ length: count }, (_, i) =>
    readComponent(bytes, start + 6 + 3 * i),
  );
  return { width, height, components, isSequential: marker !== PROGRESSIVE };
}

/** A scan header that fits the frame. */
export function readJpegScan(bytes: Uint8Array, segment: JpegSegment, frame: JpegFrame): JpegScan {
  const { start, end } = segment;
  const count = readByte(bytes, start);
  if (count < 1 || count > 4 || end - start !== 4 + 2 * count)
    throw new ImageFileFault(BROKEN_SCAN);
  const components: JpegScanComponent[] = [];
  for (let at = start + 1; at < start + 1 + 2 * count; at += 2) {
    const slots = readByte(bytes, at + 1);
    const component = findComponent(frame, readByte(bytes, at), components);
    components.push({ component, dcSlot: slots >> 4, acSlot: 0x10 + (slots & 0x0f) });
  }
  const band = frame.isSequential ? WHOLE_BAND : readBand(bytes, end - 3, components.length);
  return { entropySlots: listSlots(components, frame, band), components, band };
}

// T.81, G.1.1.1: the first coefficient alone, the others for one component at a time
function readBand(bytes: Uint8Array, at: number, components: number): JpegBand {
  const [firstCoefficient, lastCoefficient] = [readByte(bytes, at), readByte(bytes, at + 1)];
  const [highBit, lowBit] = [readByte(bytes, at + 2) >> 4, readByte(bytes, at + 2) & 0x0f];
  const isInOrder =
    firstCoefficient === 0
      ? lastCoefficient === 0
      : components === 1 && firstCoefficient <= lastCoefficient && lastCoefficient <= MAX_INDEX;
  const isOneBit = highBit === 0 ? lowBit <= MAX_LOW_BIT : lowBit === highBit - 1;
  if (!isInOrder || !isOneBit) throw new ImageFileFault(BROKEN_SCAN);
  return { firstCoefficient, lastCoefficient, highBit, lowBit };
}

/**
 * The tables of a scan: a progressive one has either kind, and single bits of the first coefficient
 * have none.
 */
function listSlots(
  components: readonly JpegScanComponent[],
  { isSequential }: JpegFrame,
  { firstCoefficient, highBit }: JpegBand,
): ReadonlySet<number> {
  const slots = components.flatMap(({ dcSlot, acSlot }) => {
    if (isSequential) return [dcSlot, acSlot];
    if (firstCoefficient > 0) return [acSlot];
    return highBit === 0 ? [dcSlot] : [];
  });
  return new Set(slots);
}

function readComponent(bytes: Uint8Array, at: number): JpegComponent {
  const sampling = readByte(bytes, at + 1);
  const horizontal = sampling >> 4;
  const vertical = sampling & 0x0f;
  if (horizontal < 1 || horizontal > 4 || vertical < 1 || vertical > 4) {
    throw new ImageFileFault('A JPEG component has an invalid sampling factor.');
  }
  return {
    id: readByte(bytes, at),
    quantizationTable: readByte(bytes, at + 2),
    horizontal,
    vertical,
  };
}

// ids may occur twice, which libjpeg-turbo tolerates: then each in turn
function findComponent(
  { components }: JpegFrame,
  id: number,
  taken: readonly JpegScanComponent[],
): JpegComponent {
  const found = components.find(
    (candidate) => candidate.id === id && !taken.some(({ component }) => component === candidate),
  );
  if (!found) throw new ImageFileFault('A JPEG scan refers to an unknown component.');
  return found;
}
