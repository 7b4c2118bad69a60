import type { RebuiltPicture } from '../picture.ts';
import { hasTextAt, readByte, readUint16Le } from '../read-bytes.ts';
import { joinBytes, textBytes, uint16Le } from '../write-bytes.ts';
import { endGifData } from './end-gif-data.ts';
import { walkGifHeader } from './read-gif-header.ts';
import { findGifScreenEnd } from './walk-gif.ts';

const LOOP_APPLICATIONS = ['NETSCAPE2.0', 'ANIMEXTS1.0'];
const TRAILER = Uint8Array.of(0x3b);
const CONTROL_FLAGS = 0x1f; // the upper three bits are reserved (GIF89a, 23)

/** A GIF from its screen, colour tables, frames, their controls and the loop count. */
export function rebuildGif(bytes: Uint8Array): RebuiltPicture {
  const frames: Uint8Array[] = [];
  let loopCount: number | undefined;
  const header = walkGifHeader(bytes, {
    onFrame: ({ start, dataStart, end, pixels, control }) => {
      if (control !== undefined) frames.push(buildControl(bytes, control));
      frames.push(bytes.subarray(start, dataStart));
      frames.push(endGifData(bytes.subarray(dataStart, end), pixels));
    },
    onApplication: (subBlock) => {
      loopCount = readLoopCount(bytes, subBlock) ?? loopCount; // libnsgif takes the last
    },
  });
  const screen = bytes.subarray(0, findGifScreenEnd(bytes));
  const loop = loopCount === undefined ? [] : [buildLoop(loopCount)];
  return { bytes: joinBytes([screen, ...loop, ...frames, TRAILER]), header };
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
