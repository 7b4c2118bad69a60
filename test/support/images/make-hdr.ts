import sharp from 'sharp';
import type { GainMapNumbers } from '../../../core/codecs/gain-map/gain-map.ts';
import { joinGainMap } from '../../../core/codecs/gain-map/join-gain-map.ts';
import { orientationTiff, withExifPrefix } from './make-exif.ts';
import { insertSegments, jpegSegment } from './make-jpeg.ts';

declare module 'sharp' {
  /** sharp 0.35 has these, and its own types lack them. */
  interface Sharp {
    /** A gain map is made of the pixels' own brightness. */
    withGainMap(): Sharp;
    /** The gain map of the file is resized too. */
    keepGainMap(): Sharp;
  }
}

/** As bright as 8 times the white of the image, with a value for each of the three channels. */
export const NUMBERS: GainMapNumbers = {
  min: [0, -0.5, 0.25],
  max: [3, 2.5, 2],
  gamma: [1, 1.25, 0.8],
  offsetSdr: [0.015625, 0.01, 0],
  offsetHdr: [0.015625, 0, 0.02],
  capacityMin: 0,
  capacityMax: 3,
};

/** The same for all channels, as most files have them. */
export const GREY_NUMBERS: GainMapNumbers = {
  min: [0, 0, 0],
  max: [3, 3, 3],
  gamma: [1, 1, 1],
  offsetSdr: [0.015625, 0.015625, 0.015625],
  offsetHdr: [0.015625, 0.015625, 0.015625],
  capacityMin: 0,
  capacityMax: 3,
};

/** Values from 0 to 255 at a place between 0 and 1 of both axes. */
export type Field = (x: number, y: number) => readonly number[];

/** Smooth, and unlike its mirror images and turns. */
export const ramps: Field = (x, y) => [
  255 * x,
  255 * y,
  255 * (0.5 + 0.5 * Math.sin(5 * x + 3 * y * y)),
];
export const greyRamps: Field = (x, y) => [255 * (0.7 * x + 0.3 * y * y)];

/** A pipeline of the values. */
export function pipelineOf(field: Field, width: number, height: number) {
  const channels = field(0, 0).length as 1 | 3;
  const values = Array.from({ length: width * height }, (_, at) =>
    field(((at % width) + 0.5) / width, (Math.floor(at / width) + 0.5) / height),
  ).flat();
  const opened = sharp(Buffer.from(values), { raw: { width, height, channels } });
  return channels === 1 ? opened.toColourspace('b-w') : opened;
}

/** An HDR image as its parts, before they are one file. */
export interface HdrParts {
  readonly width?: number;
  readonly height?: number;
  readonly base?: Field;
  readonly mapWidth?: number;
  readonly mapHeight?: number;
  readonly map?: Field;
  readonly orientation?: number;
  readonly numbers?: GainMapNumbers;
}

/** A JPEG, the pixels of its map, and one file of both. */
export async function makeHdr({
  width = 240,
  height = 160,
  base: values = ramps,
  mapWidth = 60,
  mapHeight = 40,
  map = greyRamps,
  orientation = 1,
  numbers = GREY_NUMBERS,
}: HdrParts = {}) {
  const plain = await pipelineOf(values, width, height).jpeg({ quality: 95 }).toBuffer();
  const turned = jpegSegment(0xe1, withExifPrefix(orientationTiff(orientation)));
  const base = orientation > 1 ? insertSegments(plain, turned) : plain;
  const bytes = await pipelineOf(map, mapWidth, mapHeight).jpeg({ quality: 100 }).toBuffer();
  return { base, map: bytes, file: Buffer.from(joinGainMap(base, { bytes, numbers })) };
}

/** An APP1 segment with an XMP packet. */
export const xmpSegment = (packet: string) =>
  jpegSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0${packet}`);
