/** The form of a grid; by default it refers to a tile for each of its places. */
export interface GridForm {
  readonly rows: number;
  readonly columns: number;
  readonly width: number;
  readonly height: number;
  readonly tiles?: number;
  /** The width in the grid's own data. */
  readonly statedWidth?: number;
}

function box(type: string, ...contents: Uint8Array[]): Buffer {
  const data = Buffer.concat(contents);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, data]);
}

const full = (type: string, ...contents: Uint8Array[]) => box(type, Buffer.alloc(4), ...contents);
const uint16 = (...values: number[]) =>
  Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 255])));
const uint32 = (...values: number[]) => Buffer.concat(values.map((v) => uint16(v >>> 16, v)));

/** A box of a HEIC, by its name. */
export function partOf(heic: Buffer, type: string): Buffer {
  const start = heic.indexOf(type) - 4;
  return heic.subarray(start, start + heic.readUInt32BE(start));
}

function entry(id: number, type: string): Buffer {
  return box('infe', Buffer.from([2, 0, 0, 0]), uint16(id, 0), Buffer.from(`${type}\0`));
}

/** The `hvcC` with so many more sequence parameter sets, each with the first one's bytes. */
function parametersOf(heic: Buffer, more: number): Buffer {
  const config = Buffer.from(partOf(heic, 'hvcC').subarray(8));
  const set = config.subarray(config.indexOf(Buffer.from([0x42, 1])));
  const unit = Buffer.concat([uint16(set.length), set]);
  const added = Buffer.concat([Buffer.from([33]), uint16(more), ...new Array(more).fill(unit)]);
  config.writeUInt8(config.readUInt8(22) + 1, 22);
  return box('hvcC', config, added);
}

/** A HEIC whose tiles are all the image of another HEIC, each an item with data of its own. */
export function gridOf(heic: Buffer, form: GridForm, parameterSets = 0): Buffer {
  const { rows, columns, width, height, tiles = rows * columns, statedWidth = width } = form;
  const data = partOf(heic, 'mdat').subarray(8);
  const grid = Buffer.concat([
    Buffer.from([0, 0, rows - 1, columns - 1]),
    uint16(statedWidth, height),
  ]);
  const metaOf = (dataStart: number) => {
    const place = (id: number, start: number, length: number) =>
      Buffer.concat([uint16(id, 0, 1), uint32(start, length)]);
    const sizes = full('ispe', uint32(width, height));
    const properties = box('ipco', parametersOf(heic, parameterSets), partOf(heic, 'ispe'), sizes);
    const ids = Array.from({ length: tiles }, (_, at) => at + 2);
    const uses = [uint32(tiles + 1), uint16(1), Buffer.from([1, 3])];
    for (const id of ids) uses.push(uint16(id), Buffer.from([2, 0x81, 2]));
    const first = dataStart + grid.length;
    return full(
      'meta',
      partOf(heic, 'hdlr'),
      full('pitm', uint16(1)),
      full(
        'iloc',
        Buffer.from([0x44, 0]),
        uint16(tiles + 1),
        place(1, dataStart, grid.length),
        ...ids.map((id, at) => place(id, first + at * data.length, data.length)),
      ),
      full('iinf', uint16(tiles + 1), entry(1, 'grid'), ...ids.map((id) => entry(id, 'hvc1'))),
      box('iprp', properties, full('ipma', ...uses)),
      full('iref', box('dimg', uint16(1, tiles, ...ids))),
    );
  };
  const ftyp = partOf(heic, 'ftyp');
  const start = ftyp.length + metaOf(0).length + 8;
  return Buffer.concat([
    ftyp,
    metaOf(start),
    box('mdat', grid, ...new Array<Buffer>(tiles).fill(data)),
  ]);
}

/** The parameter sets of a HEIC, each with its length in front, as data have them. */
function setsOf(heic: Buffer): Buffer[] {
  const config = partOf(heic, 'hvcC').subarray(8);
  const units: Buffer[] = [];
  let at = 23;
  for (let arrays = config.readUInt8(22); arrays > 0; arrays -= 1) {
    const count = config.readUInt16BE(at + 1);
    at += 3;
    for (let unit = 0; unit < count; unit += 1) {
      const end = at + 2 + config.readUInt16BE(at);
      units.push(uint32(end - at - 2), config.subarray(at + 2, end));
      at = end;
    }
  }
  return units;
}

/** A HEIC for `gridOf` whose data repeat the parameter sets, as those of cameras do. */
export function withSetsInData(heic: Buffer): Buffer {
  const at = heic.indexOf('mdat') - 4;
  const data = partOf(heic, 'mdat').subarray(8);
  return Buffer.concat([heic.subarray(0, at), box('mdat', ...setsOf(heic), data)]);
}
