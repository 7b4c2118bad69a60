import { ImageFileFault } from '../image-file.ts';
import { readByte, readUint16Be, readUint32Be } from '../read-bytes.ts';
import { textBytes, uint16Be, uint32Be } from '../write-bytes.ts';
import {
  type Channels,
  checkNumbers,
  GAIN_MAP_UNIT,
  type GainMapNumbers,
  ISO_GAIN_MAP,
  isUniform,
} from './gain-map.ts';

/** The flags of ISO 21496-1, annex C. */
const FLAG = {
  hasChannels: 0x80,
  usesBaseColours: 0x40,
  hasCommonDenominator: 0x08,
  isHdrFirst: 0x04,
} as const;
const VERSION = 0;

/** Reads fractions, one after the other; each has a denominator unless all share one. */
class Fractions {
  private at: number;
  private readonly bytes: Uint8Array;
  private readonly common: number | undefined;

  constructor(bytes: Uint8Array, at: number, hasCommon: boolean) {
    this.bytes = bytes;
    this.at = at;
    this.common = hasCommon ? this.take() : undefined;
  }

  private take(): number {
    this.at += 4;
    return readUint32Be(this.bytes, this.at - 4);
  }

  unsigned(): number {
    return this.over(this.take());
  }

  signed(): number {
    return this.over(this.take() | 0);
  }

  /** Not finite for a denominator of 0, which is out of every range. */
  private over(numerator: number): number {
    return numerator / (this.common ?? this.take());
  }
}

interface OfChannel {
  readonly min: number;
  readonly max: number;
  readonly gamma: number;
  readonly offsetSdr: number;
  readonly offsetHdr: number;
}

/**
 * The numbers of a block of ISO 21496-1, which begins with its versions. An ImageFileFault if they
 * are of a later version, cut or out of range. The same for a map that makes an image darker, or
 * whose gains are in other colours than its image.
 */
export function readIsoNumbers(block: Uint8Array): GainMapNumbers {
  if (readUint16Be(block, 0) > VERSION)
    throw new ImageFileFault('The gain map is of a later form.');
  const flags = readByte(block, 4);
  if (flags & FLAG.isHdrFirst) throw new ImageFileFault('The gain map is for an HDR image.');
  const hasChannels = (flags & FLAG.hasChannels) !== 0;
  if (hasChannels && !(flags & FLAG.usesBaseColours)) {
    throw new ImageFileFault('The gain map is in colours of its own.');
  }
  const read = new Fractions(block, 5, (flags & FLAG.hasCommonDenominator) !== 0);
  const capacityMin = read.unsigned();
  const capacityMax = read.unsigned();
  const channel = (): OfChannel => ({
    min: read.signed(),
    max: read.signed(),
    gamma: read.unsigned(),
    offsetSdr: read.signed(),
    offsetHdr: read.signed(),
  });
  const red = channel();
  const [green, blue] = hasChannels ? [channel(), channel()] : [red, red];
  const all = (name: keyof OfChannel): Channels => [red[name], green[name], blue[name]];
  return checkNumbers({
    min: all('min'),
    max: all('max'),
    gamma: all('gamma'),
    offsetSdr: all('offsetSdr'),
    offsetHdr: all('offsetHdr'),
    capacityMin,
    capacityMax,
  });
}

/** The payload by which an image says that it has a gain map: the versions of its form alone. */
export function buildIsoMark(): Uint8Array {
  return Uint8Array.from([...textBytes(ISO_GAIN_MAP), ...uint16Be(VERSION), ...uint16Be(VERSION)]);
}

/** The payload of the numbers, all in one unit. */
export function buildIsoNumbers(numbers: GainMapNumbers): Uint8Array {
  const { min, max, gamma, offsetSdr, offsetHdr } = numbers;
  const isOne = [min, max, gamma, offsetSdr, offsetHdr].every(isUniform);
  const flags = FLAG.usesBaseColours | FLAG.hasCommonDenominator | (isOne ? 0 : FLAG.hasChannels);
  const units = (value: number) => uint32Be(Math.round(value * GAIN_MAP_UNIT));
  const channels = isOne ? ([0] as const) : ([0, 1, 2] as const);
  return Uint8Array.from([
    ...buildIsoMark(),
    flags,
    ...uint32Be(GAIN_MAP_UNIT),
    ...units(numbers.capacityMin),
    ...units(numbers.capacityMax),
    ...channels.flatMap((at) =>
      [min[at], max[at], gamma[at], offsetSdr[at], offsetHdr[at]].flatMap(units),
    ),
  ]);
}
