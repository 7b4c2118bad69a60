import { type GainMapNumbers, ISO_GAIN_MAP } from '../../../../core/codecs/gain-map/gain-map.ts';
import { buildIsoNumbers } from '../../../../core/codecs/gain-map/iso-numbers.ts';
import { box, fullBox } from '../make-boxes.ts';
import { GREY_NUMBERS } from '../make-hdr.ts';
import { partOf } from './make-grid.ts';

const uint16 = (...values: number[]) =>
  Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 255])));
const uint32 = (...values: number[]) =>
  Buffer.concat(values.map((value) => uint16(value >>> 16, value & 0xffff)));
const item = (id: number, type: string) =>
  fullBox('infe', 2, uint16(id, 0), Buffer.from(`${type}\0`));

/** The parts of a HEIC with a gain map that may be wrong. */
export interface HdrHeicForm {
  readonly numbers?: GainMapNumbers;
  /** The stated sides of the map. */
  readonly side?: number;
  /** The items of which the HDR image is derived: 1 is the image, and 2 is the map. */
  readonly derivedFrom?: readonly number[];
  /** The first byte of the item that derives it. */
  readonly version?: number;
  /** The type of the map's item. */
  readonly mapType?: string;
}

/** A HEIC whose image is the one of another, and whose gain map has the same pixels again. */
export function hdrHeicOf(
  heic: Buffer,
  {
    numbers = GREY_NUMBERS,
    side = 64,
    derivedFrom = [1, 2],
    version = 0,
    mapType = 'hvc1',
  }: HdrHeicForm = {},
): Buffer {
  const data = partOf(heic, 'mdat').subarray(8);
  const block = buildIsoNumbers(numbers).subarray(ISO_GAIN_MAP.length);
  const derived = Buffer.concat([Buffer.from([version]), block]);
  const metaOf = (start: number) => {
    const place = (id: number, from: number, length: number) =>
      Buffer.concat([uint16(id, 0, 1), uint32(from, length)]);
    const sizes = fullBox('ispe', 0, uint32(side, side));
    const properties = ['hvcC', 'ispe', 'clap'].map((type) => partOf(heic, type));
    const uses = [uint32(2), uint16(1), Buffer.from([3, 0x81, 2, 0x83]), uint16(2)];
    return fullBox(
      'meta',
      0,
      partOf(heic, 'hdlr'),
      fullBox('pitm', 0, uint16(1)),
      fullBox(
        'iloc',
        0,
        Buffer.from([0x44, 0]),
        uint16(3),
        place(1, start, data.length),
        place(2, start, data.length),
        place(3, start + data.length, derived.length),
      ),
      fullBox('iinf', 0, uint16(3), item(1, 'hvc1'), item(2, mapType), item(3, 'tmap')),
      box(
        'iprp',
        box('ipco', ...properties, sizes),
        fullBox('ipma', 0, ...uses, Buffer.from([3, 0x81, 4, 0x83])),
      ),
      fullBox('iref', 0, box('dimg', uint16(3, derivedFrom.length, ...derivedFrom))),
    );
  };
  const ftyp = partOf(heic, 'ftyp');
  const start = ftyp.length + metaOf(0).length + 8;
  return Buffer.concat([ftyp, metaOf(start), box('mdat', data, derived)]);
}
