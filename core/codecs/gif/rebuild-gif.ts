import { type CheckHeader, ImageFileFault, type RebuiltImage } from '../image-file.ts';
import { MAX_COLOURS, zeroUnusedColours } from '../palette.ts';
import { hasTextAt, readByte, readUint16Le } from '../read-bytes.ts';
import { joinBytes, textBytes, uint16Le } from '../write-bytes.ts';
import { endGifData } from './end-gif-data.ts';
import { extendColours, packTableSize } from './extend-colours.ts';
import { readGifControl } from './read-gif-control.ts';
import { walkGifHeader } from './read-gif-header.ts';
import { DESCRIPTOR_BYTES, findGifScreenEnd, type GifFrame, SCREEN_BYTES } from './walk-gif.ts';

/** Bits of a colour; Chromium ends an animation before a frame of more, and libnsgif shows it. */
const MAX_SHOWN_CODE_SIZE = 8;
const UNSHOWN = 'A GIF frame has colours of more than 8 bits.';
const LOOP_APPLICATIONS = ['NETSCAPE2.0', 'ANIMEXTS1.0'];
const BACKGROUND = 11; // the index of the screen's colour (GIF89a, 18)
const SCREEN_PACKED = 10;
const ASPECT_RATIO = 12;
const FRAME_PACKED = 9;
const TRAILER = Uint8Array.of(0x3b);
const HAS_TABLE = 0x80;
const CONTROL_FLAGS = 0x1f; // the upper three bits are reserved (GIF89a, 23)
// the others tell nothing of a pixel: the order of the colours, and two reserved bits (20)
const FRAME_FLAGS = 0xc7;
const SCREEN_FLAGS = 0xf7; // the order of the colours (18)

/**
 * A GIF from its screen, frames, their controls, the colours that their pixels name, and the loop
 * count. An ImageFileFault for a frame that browsers don't show.
 */
export function rebuildGif(bytes: Uint8Array, checkHeader: CheckHeader): RebuiltImage {
  const found: GifFrame[] = [];
  let loopCount: number | undefined;
  const header = walkGifHeader(bytes, {
    onFrame: (frame) => {
      if (readByte(bytes, frame.dataStart) > MAX_SHOWN_CODE_SIZE) throw new ImageFileFault(UNSHOWN);
      found.push(frame);
    },
    onApplication: (subBlock) => {
      loopCount = readLoopCount(bytes, subBlock) ?? loopCount; // libnsgif takes the last
    },
  });
  checkHeader(header);
  const table = bytes.subarray(SCREEN_BYTES, findGifScreenEnd(bytes));
  const screenColours = noUsedColours();
  const background = readByte(bytes, BACKGROUND);
  // libnsgif paints with it when a frame is disposed of
  if (isInTable(background, table)) screenColours[background] = 1;
  const extend = hasPlainColours(bytes, found) ? (colours: Uint8Array) => colours : extendColours;
  const build = { bytes, table, screenColours, extend };
  const frames = found.flatMap((frame) => buildFrame(build, frame));
  const loop = loopCount === undefined ? [] : [buildLoop(loopCount)];
  const colours = extend(zeroUnusedColours(table, screenColours), screenColours);
  const screen = buildScreen(bytes);
  if (colours.length > table.length) writeTableSize(screen, SCREEN_PACKED, colours);
  return { bytes: joinBytes([screen, colours, ...loop, ...frames, TRAILER]), header };
}

function isInTable(colour: number, table: Uint8Array): boolean {
  return colour * 3 < table.length;
}

/** Whether every decoder shows a colour beyond the table in black: one table, nothing clear. */
function hasPlainColours(bytes: Uint8Array, frames: readonly GifFrame[]): boolean {
  if ((readByte(bytes, SCREEN_PACKED) & HAS_TABLE) === 0) return false;
  return frames.every(
    (frame) =>
      (readByte(bytes, frame.start + FRAME_PACKED) & HAS_TABLE) === 0 &&
      readGifControl(bytes, frame).clearIndex === undefined,
  );
}

/** The screen without its pixels' aspect ratio, which no decoder applies. */
function buildScreen(bytes: Uint8Array): Uint8Array {
  const screen = Uint8Array.from(bytes.subarray(0, SCREEN_BYTES));
  screen[SCREEN_PACKED] = readByte(bytes, SCREEN_PACKED) & SCREEN_FLAGS;
  screen[ASPECT_RATIO] = 0;
  return screen;
}

function buildDescriptor(bytes: Uint8Array, start: number): Uint8Array {
  const descriptor = Uint8Array.from(bytes.subarray(start, start + DESCRIPTOR_BYTES));
  descriptor[FRAME_PACKED] = readByte(bytes, start + FRAME_PACKED) & FRAME_FLAGS;
  return descriptor;
}

interface Build {
  readonly bytes: Uint8Array;
  /** The screen's, and its colours that frames name. */
  readonly table: Uint8Array;
  readonly screenColours: Uint8Array;
  readonly extend: typeof extendColours;
}

/** A frame with its control; marks the colours of the screen's table that it names. */
function buildFrame({ bytes, table, screenColours, extend }: Build, frame: GifFrame): Uint8Array[] {
  const { start, dataStart, control } = frame;
  const ownTable = bytes.subarray(start + DESCRIPTOR_BYTES, dataStart);
  const hasOwnTable = ownTable.length > 0;
  const used = hasOwnTable ? noUsedColours() : screenColours;
  const data = endFrameData(bytes, frame, hasOwnTable ? ownTable : table, used);
  const colours = hasOwnTable ? extend(zeroUnusedColours(ownTable, used), used) : ownTable;
  const descriptor = buildDescriptor(bytes, start);
  if (colours.length > ownTable.length) writeTableSize(descriptor, FRAME_PACKED, colours);
  const controls = control === undefined ? [] : [buildControl(bytes, control)];
  return [...controls, descriptor, colours, data];
}

/** The frame's data, its colours marked; a clear one needs no place in its table. */
function endFrameData(
  bytes: Uint8Array,
  frame: GifFrame,
  table: Uint8Array,
  used: Uint8Array,
): Uint8Array {
  const { clearIndex } = readGifControl(bytes, frame);
  const absent = clearIndex !== undefined && !isInTable(clearIndex, table) ? clearIndex : undefined;
  const wasUsed = absent === undefined ? 0 : (used[absent] ?? 0);
  const data = endGifData(bytes.subarray(frame.dataStart, frame.end), frame.pixels, used);
  if (absent !== undefined) used[absent] = wasUsed;
  return data;
}

function writeTableSize(block: Uint8Array, at: number, colours: Uint8Array): void {
  block[at] = packTableSize(block[at] ?? 0, colours);
}

// the range of a code of up to eight bits; wider literals have no colour
function noUsedColours(): Uint8Array {
  return new Uint8Array(MAX_COLOURS);
}

function readLoopCount(bytes: Uint8Array, subBlock: number): number | undefined {
  const isLoop = LOOP_APPLICATIONS.some((name) =>
    hasTextAt(bytes, subBlock, `\x0b${name}\x03\x01`),
  );
  return isLoop ? readUint16Le(bytes, subBlock + 14) : undefined;
}

// every browser and decoder knows this name, whichever of the two the file had
function buildLoop(count: number): Uint8Array {
  return Uint8Array.of(0x21, 0xff, 11, ...textBytes('NETSCAPE2.0'), 3, 1, ...uint16Le(count), 0);
}

function buildControl(bytes: Uint8Array, subBlock: number): Uint8Array {
  const flags = readByte(bytes, subBlock + 1) & CONTROL_FLAGS;
  const delayAndIndex = bytes.subarray(subBlock + 2, subBlock + 5);
  return Uint8Array.of(0x21, 0xf9, 4, flags, ...delayAndIndex, 0);
}
