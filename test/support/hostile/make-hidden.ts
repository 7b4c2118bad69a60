import { deflateSync, inflateSync } from 'node:zlib';
import { CANARY } from '../images/canaries.ts';
import { gifFrame, gifOf } from '../images/make-gif.ts';
import { makeIcc } from '../images/make-icc.ts';
import { findMarker, iccSegments, insertSegments, jpegSegment } from '../images/make-jpeg.ts';
import { iccChunk, insertAfterHeader, pngChunk } from '../images/make-png.ts';
import { chunksOf, extendedChunk, riffChunk, webpOf } from '../images/make-webp.ts';
import { fileOf, type HostileFile, type HostileFormat } from './hostile-file.ts';
import { type Seed, seedOf } from './make-seeds.ts';

const SECRET = Buffer.from(`${CANARY.second} ${CANARY.gps} `.repeat(20));
const PROFILE = makeIcc(8_000, 'RGB ', SECRET.toString());
const SOS = 0xda;

function seedNamed(seeds: readonly Seed[], name: string): Buffer {
  const found = seeds.find((seed) => seed.name === name);
  if (!found) throw new Error(`no seed ${name}`);
  return found.bytes;
}

/** The PNG with text behind the colours of its palette, as far as its depth has room. */
function hideInPalette(png: Buffer): Buffer {
  const at = png.indexOf('PLTE') - 4;
  const bytes = png.readUInt32BE(at);
  const palette = Buffer.alloc(3 * 256, SECRET);
  png.copy(palette, 0, at + 8, at + 8 + bytes);
  const parts = [png.subarray(0, at), pngChunk('PLTE', palette), png.subarray(at + 12 + bytes)];
  return Buffer.concat(parts);
}

/** The PNG with text behind its last row, in the same stream. */
function withSurplusRows(png: Buffer): Buffer {
  const at = png.indexOf('IDAT') - 4;
  const end = png.length - 12;
  const coded: Buffer[] = [];
  for (let from = at; from < end; from += 12 + png.readUInt32BE(from)) {
    coded.push(png.subarray(from + 8, from + 8 + png.readUInt32BE(from)));
  }
  const rows = Buffer.concat([inflateSync(Buffer.concat(coded)), SECRET]);
  const data = pngChunk('IDAT', deflateSync(rows, { level: 0 }));
  return Buffer.concat([png.subarray(0, at), data, png.subarray(end)]);
}

function hideInTables(frame: Buffer): Buffer {
  const table = Buffer.alloc(3 * 256, `......${SECRET}`);
  const screen = Buffer.from('GIF89a\x0a\0\x08\0\xf7\0\0', 'latin1');
  const own = [frame.subarray(0, 9), Buffer.from([0x87]), table, frame.subarray(10)];
  return Buffer.concat([screen, table, frame, ...own, Buffer.from([0x3b])]);
}

/**
 * Images that carry text inside of what an image needs (security.only-needed-bytes): nothing of
 * it may be served.
 */
export function makeHidden(seeds: readonly Seed[]): HostileFile[] {
  const file = (name: string, format: HostileFormat, bytes: Buffer, due?: HostileFile['due']) =>
    fileOf(`polyglot/${name}`, format, bytes, due ?? 'any');
  const [jpg, png, webp] = [seedOf(seeds, 'jpg'), seedOf(seeds, 'png'), seedOf(seeds, 'webp')];
  const progressive = seedNamed(seeds, 'jpg: progressive');
  const again = Buffer.concat([jpegSegment(SOS, Buffer.from([1, 1, 0, 1, 63, 0])), SECRET]);
  const table = jpegSegment(0xdb, `\0${SECRET.toString().slice(0, 64)}`);
  const second = progressive.indexOf(Buffer.from([0xff, SOS]), findMarker(progressive, SOS) + 2);
  const insert = (bytes: Buffer, at: number, part: Buffer) =>
    Buffer.concat([bytes.subarray(0, at), part, bytes.subarray(at)]);
  const pixels = chunksOf(webp).map(({ bytes }) => bytes);
  const chromaticities = pngChunk('cHRM', SECRET.subarray(0, 32));
  return [
    file('JPEG and text in its profile', 'jpg', insertSegments(jpg, ...iccSegments(PROFILE))),
    file('PNG and text in its profile', 'png', insertAfterHeader(png, iccChunk(PROFILE))),
    file(
      'WebP and text in its profile',
      'webp',
      webpOf(extendedChunk(0x20, 48, 40), riffChunk('ICCP', PROFILE), ...pixels),
    ),
    file(
      'JPEG and a scan once more',
      'jpg',
      insert(progressive, progressive.length - 2, again),
      'refused',
    ),
    file('JPEG and a late table', 'jpg', insert(progressive, second, table)),
    file('PNG and text in its palette', 'png', hideInPalette(seedNamed(seeds, 'png: palette'))),
    file('PNG and text for chromaticities', 'png', insertAfterHeader(png, chromaticities)),
    file('PNG and text in surplus rows', 'png', withSurplusRows(png)),
    file('PNG and text without an end', 'png', Buffer.concat([png.subarray(0, -12), SECRET])),
    file(
      'GIF and text for its trailer',
      'gif',
      Buffer.concat([gifOf(10, 8, gifFrame(0, 0, 10, 8)).subarray(0, -1), SECRET]),
    ),
    file('JPEG and text for its end', 'jpg', Buffer.concat([jpg.subarray(0, -2), SECRET])),
    file('GIF and text in its tables', 'gif', hideInTables(gifFrame(0, 0, 10, 8))),
  ];
}
