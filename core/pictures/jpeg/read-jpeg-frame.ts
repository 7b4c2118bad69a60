import { PictureFault } from '../picture.ts';
import { readByte, readUint16Be } from '../read-bytes.ts';
import { JPEG_MARKER, type JpegSegment } from './read-jpeg-segment.ts';

export interface JpegComponent {
  readonly id: number;
  readonly quantizationTable: number;
  /** Sampling factors, 1 to 4. */
  readonly horizontal: number;
  readonly vertical: number;
}

/** What a frame header says (ITU-T T.81, B.2.2). */
export interface JpegFrame {
  readonly width: number;
  readonly height: number;
  readonly components: readonly JpegComponent[];
  /** Whether each block stands in one scan alone, all of its coefficients in order. */
  readonly isSequential: boolean;
}

/** The scan's share of the tables: the slots that its components name (T.81, B.2.3). */
export interface JpegScan {
  readonly quantizationTables: ReadonlySet<number>;
  readonly entropySlots: ReadonlySet<number>;
  readonly components: readonly JpegScanComponent[];
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
const NO_FRAME: readonly number[] = [JPEG_MARKER.DHT, 0xc8, JPEG_MARKER.DAC];

/** Whether a marker begins a frame, of whatever process. */
export function isFrameMarker(marker: number): boolean {
  return marker >= JPEG_MARKER.SOF0 && marker <= 0xcf && !NO_FRAME.includes(marker);
}

/** A frame header that sharp decodes; a PictureFault for lossless, hierarchical and 12-bit ones. */
export function readJpegFrame(bytes: Uint8Array, segment: JpegSegment): JpegFrame {
  const { marker, start, end } = segment;
  if (!DECODED_FRAMES.includes(marker)) throw new PictureFault('the JPEG process is not supported');
  if (readByte(bytes, start) !== 8) throw new PictureFault('only 8-bit JPEGs are supported');
  const height = readUint16Be(bytes, start + 1);
  const width = readUint16Be(bytes, start + 3);
  if (width === 0 || height === 0) throw new PictureFault('the JPEG has no pixels');
  const count = readByte(bytes, start + 5);
  if (![1, 3, 4].includes(count) || end - start !== 6 + 3 * count) {
    throw new PictureFault('the JPEG frame header is broken');
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
  if (count < 1 || count > 4 || end - start !== 4 + 2 * count) {
    throw new PictureFault('a JPEG scan header is broken');
  }
  const components: JpegScanComponent[] = [];
  for (let at = start + 1; at < start + 1 + 2 * count; at += 2) {
    const slots = readByte(bytes, at + 1);
    const [dcSlot, acSlot] = [slots >> 4, 0x10 + (slots & 0x0f)];
    for (const component of componentsOf(frame, readByte(bytes, at))) {
      components.push({ component, dcSlot, acSlot });
    }
  }
  return {
    quantizationTables: new Set(components.map(({ component }) => component.quantizationTable)),
    entropySlots: new Set(components.flatMap(({ dcSlot, acSlot }) => [dcSlot, acSlot])),
    components,
  };
}

function readComponent(bytes: Uint8Array, at: number): JpegComponent {
  const sampling = readByte(bytes, at + 1);
  const horizontal = sampling >> 4;
  const vertical = sampling & 0x0f;
  if (horizontal < 1 || horizontal > 4 || vertical < 1 || vertical > 4) {
    throw new PictureFault('a JPEG component has an impossible sampling');
  }
  return {
    id: readByte(bytes, at),
    quantizationTable: readByte(bytes, at + 2),
    horizontal,
    vertical,
  };
}

// more than one where ids are given twice, which libjpeg-turbo tolerates
function componentsOf(frame: JpegFrame, id: number): readonly JpegComponent[] {
  const named = frame.components.filter((component) => component.id === id);
  if (named.length === 0) throw new PictureFault('a JPEG scan names an unknown component');
  return named;
}
