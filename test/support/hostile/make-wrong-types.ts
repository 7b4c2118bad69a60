import { deflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import { FORMATS, fileOf, type HostileFile } from './hostile-file.ts';
import { type Seed, seedOf } from './make-seeds.ts';

const SVG = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"
  xmlns:xlink="http://www.w3.org/1999/xlink"><script>alert(1)</script>
  <image xlink:href="http://127.0.0.1:9/CANARY"/><image xlink:href="file:///etc/passwd"/></svg>`;
const ENTITIES = `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
  <!ENTITY f SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg">&b;&f;</svg>`;
const HTML = '<!doctype html><script>alert("CANARY-HTML")</script>';
const PDF =
  '%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n';
const MVG = 'push graphic-context\nimage over 0,0 0,0 "https://127.0.0.1:9/CANARY"\npop\n';
const FITS = `${'SIMPLE  =                    T'.padEnd(80)}${'END'.padEnd(2800)}`;
const HDR = '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 40000 +X 40000\n';

function zipOf(name: string, data: Buffer): Buffer {
  const packed = deflateRawSync(data);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(packed.length, 18);
  head.writeUInt32LE(data.length, 22);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, Buffer.from(name), packed]);
}

async function strangers(): Promise<Record<string, Buffer>> {
  const black = () =>
    sharp({ create: { width: 8, height: 8, channels: 3, background: '#000000' } });
  const texts = { SVG, 'SVG of entities': ENTITIES, HTML, PDF, MVG, FITS, HDR };
  const bitmap = Buffer.from(`BM${'\0'.repeat(60)}`, 'latin1');
  return {
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)])),
    TIFF: await black().tiff().toBuffer(),
    AVIF: await black().avif().toBuffer(),
    BMP: bitmap,
    PPM: Buffer.from('P6 30000 30000 255\n'),
    zip: zipOf('CANARY.txt', Buffer.alloc(1_000_000)),
    nothing: Buffer.alloc(0),
    'one byte': Buffer.from([0xff]),
  };
}

/** Every pair of formats, and files of other formats under each of our names. */
export async function makeWrongTypes(seeds: readonly Seed[]): Promise<HostileFile[]> {
  const pairs = FORMATS.flatMap((format) =>
    FORMATS.filter((says) => says !== format).map((says) =>
      fileOf(`wrong type/${format} named ${says}`, says, seedOf(seeds, format)),
    ),
  );
  const others = Object.entries(await strangers());
  const named = others.flatMap(([name, bytes]) =>
    (['jpg', 'png'] as const).map((says) =>
      fileOf(`wrong type/${name} named ${says}`, says, bytes),
    ),
  );
  const foreign = ['image/svg+xml', 'image/tiff', 'application/pdf', 'text/html', 'image/bmp', ''];
  const declared = foreign.map((contentType) => ({
    ...fileOf(`wrong type/jpg sent as "${contentType}"`, 'jpg', seedOf(seeds, 'jpg')),
    contentType,
  }));
  const svg = { ...fileOf('wrong type/SVG sent as it is', 'jpg', Buffer.from(SVG)) };
  return [...pairs, ...named, ...declared, { ...svg, contentType: 'image/svg+xml' }];
}
