import { codeJpeg } from '../code-jpeg.ts';
import {
  ARITHMETIC_JPEG,
  NON_INTERLEAVED_JPEG,
  PROGRESSIVE_ARITHMETIC_JPEG,
  RESTARTED_PROGRESSIVE_JPEG,
} from '../foreign-jpegs.ts';
import { findMarker, insertSegments, jpegSegment } from '../make-jpeg.ts';
import { cutFiles, type FaultyFile, faultyFiles, spliced, withBytesAt } from './faulty-file.ts';
import { drawPicture } from './picture.ts';

const TYPE = 'image/jpeg';
const EOI = Buffer.of(0xff, 0xd9);
const GARBAGE = Buffer.from('garbage 0123456789');

/** Where each marker of a scan stands. */
function listScans(jpeg: Buffer): number[] {
  const found: number[] = [];
  for (let at = jpeg.indexOf('\xff\xda', 0, 'latin1'); at >= 0; ) {
    found.push(at);
    at = jpeg.indexOf('\xff\xda', at + 2, 'latin1');
  }
  return found;
}

/** The place behind the data of the scan at this place. */
function endOfScan(jpeg: Buffer, scan: number): number {
  for (let at = scan + 2 + jpeg.readUInt16BE(scan + 2); at < jpeg.length; at += 1) {
    const code = jpeg[at + 1] ?? 0;
    if (jpeg[at] === 0xff && code !== 0 && (code < 0xd0 || code > 0xd7)) return at;
  }
  return jpeg.length;
}

function withoutSegments(jpeg: Buffer, marker: number): Buffer {
  const at = findMarker(jpeg, marker);
  if (at < 0) return jpeg;
  return withoutSegments(spliced(jpeg, at, at + 2 + jpeg.readUInt16BE(at + 2)), marker);
}

function faultsOfScans(name: string, jpeg: Buffer): Record<string, Uint8Array> {
  const scans = listScans(jpeg);
  const ends = scans.map((scan) => endOfScan(jpeg, scan));
  const [first = 0] = ends;
  const last = ends.at(-1) ?? 0;
  const before = scans.at(-1) ?? 0;
  const middle = Math.floor((before + last) / 2);
  return {
    [`${name}, plain`]: jpeg,
    [`${name}, garbage behind its first scan`]: spliced(jpeg, first, first, GARBAGE),
    [`${name}, zeros behind its first scan`]: spliced(jpeg, first, first, Buffer.alloc(40)),
    [`${name}, garbage behind its last scan`]: spliced(jpeg, last, last, GARBAGE),
    [`${name}, zeros behind its last scan`]: spliced(jpeg, last, last, Buffer.alloc(40)),
    [`${name}, one byte behind its last scan`]: spliced(jpeg, last, last, Buffer.of(0x55)),
    [`${name}, a marker with garbage behind each scan`]: scans.reduceRight((bytes, scan) => {
      const end = endOfScan(bytes, scan);
      return spliced(bytes, end, end, jpegSegment(0xfe, GARBAGE));
    }, jpeg),
    [`${name}, garbage inside its last scan`]: spliced(jpeg, middle, middle, GARBAGE),
    [`${name}, a byte of its last scan changed`]: withBytesAt(jpeg, middle, 0x5a, 0xa5),
    [`${name}, bytes of its last scan missing`]: spliced(jpeg, middle, middle + 12),
    [`${name}, the last byte of its last scan missing`]: spliced(jpeg, last - 1, last),
    [`${name}, a restart marker inside its last scan`]: spliced(
      jpeg,
      middle,
      middle,
      Buffer.of(0xff, 0xd3),
    ),
    [`${name}, no end marker`]: jpeg.subarray(0, -2),
    [`${name}, half an end marker`]: jpeg.subarray(0, -1),
    [`${name}, surplus bytes behind the end`]: Buffer.concat([jpeg, GARBAGE]),
    [`${name}, two ends`]: Buffer.concat([jpeg, EOI]),
    [`${name}, twice the file`]: Buffer.concat([jpeg, jpeg]),
    [`${name}, its last scan twice`]: spliced(jpeg, last, last, jpeg.subarray(before, last)),
    [`${name}, without its last scan`]: spliced(jpeg, before, last),
  };
}

function faultsOfHead(jpeg: Buffer): Record<string, Uint8Array> {
  const frame = Math.max(findMarker(jpeg, 0xc0), findMarker(jpeg, 0xc2));
  const table = findMarker(jpeg, 0xc4);
  const height = jpeg.readUInt16BE(frame + 5);
  const scan = findMarker(jpeg, 0xda);
  const end = endOfScan(jpeg, scan);
  const heightLater = Buffer.concat([
    withBytesAt(jpeg, frame + 5, 0, 0).subarray(0, end),
    jpegSegment(0xdc, Buffer.of(height >> 8, height & 255)),
    EOI,
  ]);
  const dqt = findMarker(jpeg, 0xdb);
  const quantization = jpeg.subarray(dqt, dqt + 2 + jpeg.readUInt16BE(dqt + 2));
  return {
    'without Huffman tables': withoutSegments(jpeg, 0xc4),
    'without quantization tables': withoutSegments(jpeg, 0xdb),
    'two start markers': spliced(jpeg, 0, 0, jpeg.subarray(0, 2)),
    'a start marker before the scan': spliced(jpeg, scan, scan, jpeg.subarray(0, 2)),
    'fill bytes before each marker': [scan, table, frame, dqt]
      .toSorted((a, b) => b - a)
      .reduce((bytes, at) => spliced(bytes, at, at, Buffer.alloc(3, 0xff)), jpeg),
    'fill bytes before the start marker': spliced(jpeg, 0, 0, Buffer.alloc(3, 0xff)),
    'garbage before the start marker': Buffer.concat([GARBAGE, jpeg]),
    'a line feed before the start marker': Buffer.concat([Buffer.from('\n'), jpeg]),
    'garbage between segments': spliced(jpeg, frame, frame, GARBAGE),
    'zeros between segments': spliced(jpeg, frame, frame, Buffer.alloc(5)),
    'its height behind the scan': heightLater,
    'a height behind the scan beside its own': spliced(
      jpeg,
      end,
      end,
      jpegSegment(0xdc, Buffer.of(height >> 8, height & 255)),
    ),
    'a height of nothing': withBytesAt(jpeg, frame + 5, 0, 0),
    'a height above its own': withBytesAt(jpeg, frame + 5, (height + 8) >> 8, height + 8),
    'a height far above its own': withBytesAt(jpeg, frame + 5, (height * 2) >> 8, height * 2),
    'a height below its own': withBytesAt(jpeg, frame + 5, height >> 9, height >> 1),
    'twelve bits': withBytesAt(jpeg, frame + 4, 12),
    'two frame headers': spliced(
      jpeg,
      frame,
      frame,
      jpeg.subarray(frame, frame + 2 + jpeg.readUInt16BE(frame + 2)),
    ),
    'quantization tables twice': spliced(jpeg, dqt, dqt, quantization),
    'a comment shorter than it says': insertSegments(jpeg, Buffer.of(0xff, 0xfe, 0, 200)),
    'a comment longer than the file': insertSegments(jpeg, Buffer.of(0xff, 0xfe, 0xff, 0xff)),
    'a segment of length 0': insertSegments(jpeg, Buffer.of(0xff, 0xec, 0, 0)),
    'a segment of length 1': insertSegments(jpeg, Buffer.of(0xff, 0xec, 0, 1)),
    'a reserved marker': insertSegments(jpeg, Buffer.of(0xff, 0x02)),
    'a restart marker before the frame': insertSegments(jpeg, Buffer.of(0xff, 0xd0)),
    'a restart interval of 0': insertSegments(jpeg, jpegSegment(0xdd, Buffer.of(0, 0))),
    'a restart interval that no marker follows': insertSegments(
      jpeg,
      jpegSegment(0xdd, Buffer.of(0, 4)),
    ),
    'a broken JFIF segment': insertSegments(jpeg, jpegSegment(0xe0, 'JFIF')),
    'a broken Exif segment': insertSegments(jpeg, jpegSegment(0xe1, 'Exif\0\0MM\0')),
    'a broken Adobe segment': insertSegments(jpeg, jpegSegment(0xee, 'Adobe')),
    'scan bounds of nonsense': withBytesAt(
      jpeg,
      scan + 2 + jpeg.readUInt16BE(scan + 2) - 3,
      9,
      9,
      9,
    ),
  };
}

function faultsOfRestarts(): Record<string, Uint8Array> {
  const jpeg = codeJpeg({
    width: 64,
    height: 48,
    sampling: [
      [2, 2],
      [1, 1],
      [1, 1],
    ],
    interval: 2,
  });
  const marks = [0, 1, 2, 3].map((code) => Buffer.from(jpeg).indexOf(Buffer.of(0xff, 0xd0 + code)));
  const [first = 0, second = 0, third = 0] = marks;
  return {
    'restarts, plain': jpeg,
    'a wrong restart marker': withBytesAt(jpeg, second + 1, 0xd5),
    'a restart marker one ahead': withBytesAt(jpeg, second + 1, 0xd2),
    'a restart marker one behind': withBytesAt(jpeg, second + 1, 0xd0),
    'a restart marker missing': spliced(jpeg, second, second + 2),
    'a restart marker twice': spliced(jpeg, second, second, Buffer.of(0xff, 0xd1)),
    'an interval missing': spliced(jpeg, second, third),
    'fill bytes before a restart marker': spliced(jpeg, first, first, Buffer.alloc(3, 0xff)),
    'garbage before a restart marker': spliced(jpeg, first, first, GARBAGE),
  };
}

/** JPEGs with faults, and in rare forms. */
export async function makeJpegFaults(): Promise<FaultyFile[]> {
  const picture = drawPicture(3);
  const plain = await picture.clone().jpeg({ quality: 80, optimiseCoding: false }).toBuffer();
  const progressive = await picture.clone().jpeg({ quality: 80, progressive: true }).toBuffer();
  const foreign = {
    'arithmetic coding': ARITHMETIC_JPEG,
    'progressive arithmetic coding': PROGRESSIVE_ARITHMETIC_JPEG,
    'a scan a component': NON_INTERLEAVED_JPEG,
    'restarts in progressive scans': RESTARTED_PROGRESSIVE_JPEG,
  };
  const all = {
    ...faultsOfScans('JPEG', plain),
    ...faultsOfScans('progressive JPEG', progressive),
    ...faultsOfHead(plain),
    ...faultsOfRestarts(),
    ...foreign,
  };
  return [
    ...faultyFiles(TYPE, all),
    ...cutFiles('JPEG', TYPE, plain),
    ...cutFiles('progressive JPEG', TYPE, progressive),
  ];
}
