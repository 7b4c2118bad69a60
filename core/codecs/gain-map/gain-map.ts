import { ImageFileFault } from '../image-file.ts';

/** A value for each of red, green and blue. */
export type Channels = readonly [red: number, green: number, blue: number];

/**
 * How a screen brightens an image by its gain map (ISO 21496-1). Gains and headrooms are in stops,
 * which are logarithms to the base 2.
 */
export interface GainMapNumbers {
  /** The gains that the least and the greatest value of the map stand for. */
  readonly min: Channels;
  readonly max: Channels;
  /** The exponent by which gains became values. */
  readonly gamma: Channels;
  /** Added to the light of the image before the gain, and taken from the result after it. */
  readonly offsetSdr: Channels;
  readonly offsetHdr: Channels;
  /** The headrooms of a screen at which the gain begins, and is whole. */
  readonly capacityMin: number;
  readonly capacityMax: number;
}

/** A JPEG that has the pixels of a map alone, and their meaning. */
export interface GainMap {
  readonly bytes: Uint8Array;
  readonly numbers: GainMapNumbers;
}

/** How both forms of the numbers are marked: by ISO 21496-1, and in XMP of Adobe and Android. */
export const ISO_GAIN_MAP = 'urn:iso:std:iso:ts:21496:-1\0';
export const HDRGM_NAMESPACE = 'http://ns.adobe.com/hdr-gain-map/1.0/';
export const MPF_TEXT = 'MPF\0';

/** Numbers are written in millionths, which no pixel of 8 bits tells from the exact ones. */
export const GAIN_MAP_UNIT = 1_000_000;
/** 65,536 times as bright. The brightest screens have some 5 stops. */
const MAX_STOPS = 16;
const MAX_GAMMA = 100;
/** Light is 1 at the white of the image. */
const MAX_OFFSET = 1;

type Bounds = readonly [from: number, to: number];
const BOUNDS = {
  min: [-MAX_STOPS, MAX_STOPS],
  max: [-MAX_STOPS, MAX_STOPS],
  gamma: [1 / MAX_GAMMA, MAX_GAMMA],
  offsetSdr: [-MAX_OFFSET, MAX_OFFSET],
  offsetHdr: [-MAX_OFFSET, MAX_OFFSET],
  capacityMin: [0, MAX_STOPS],
  capacityMax: [0, MAX_STOPS],
} satisfies Record<keyof GainMapNumbers, Bounds>;

/** A number in whole millionths within its bounds; an ImageFileFault beyond them. */
function bounded(value: number, [from, to]: Bounds): number {
  const rounded = Math.round(value * GAIN_MAP_UNIT) / GAIN_MAP_UNIT;
  if (!(rounded >= from && rounded <= to)) {
    throw new ImageFileFault('A number of the gain map is out of range.');
  }
  return rounded;
}

/**
 * The numbers of a file in whole millionths. An ImageFileFault if one is no number or out of range,
 * or if two are in the wrong order.
 */
export function checkNumbers(read: GainMapNumbers): GainMapNumbers {
  const each = ([red, green, blue]: Channels, bounds: Bounds): Channels => [
    bounded(red, bounds),
    bounded(green, bounds),
    bounded(blue, bounds),
  ];
  const numbers = {
    min: each(read.min, BOUNDS.min),
    max: each(read.max, BOUNDS.max),
    gamma: each(read.gamma, BOUNDS.gamma),
    offsetSdr: each(read.offsetSdr, BOUNDS.offsetSdr),
    offsetHdr: each(read.offsetHdr, BOUNDS.offsetHdr),
    capacityMin: bounded(read.capacityMin, BOUNDS.capacityMin),
    capacityMax: bounded(read.capacityMax, BOUNDS.capacityMax),
  };
  const isOrdered = numbers.max.every((max, at) => max >= (numbers.min[at] ?? max));
  if (!isOrdered || numbers.capacityMax <= numbers.capacityMin) {
    throw new ImageFileFault('The numbers of the gain map are in the wrong order.');
  }
  return numbers;
}

/** Whether the three values of a number are the same. */
export function isUniform([red, green, blue]: Channels): boolean {
  return red === green && green === blue;
}
