import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CommandError } from '../../../cli/command-error.ts';
import { cloudinarySource } from '../../../cli/import/cloudinary-source.ts';
import { listSource } from '../../../cli/import/list-source.ts';
import { readAvifHeader } from '../../../core/codecs/avif/read-avif-header.ts';
import { readHeicHeader } from '../../../core/codecs/heic/read-heic-header.ts';
import { ImageFileFault } from '../../../core/codecs/image-file.ts';
import { readHeader } from '../../../core/codecs/read-header.ts';
import { readSvg } from '../../../core/codecs/svg/read-svg.ts';
import { parseJsonText } from '../../../core/foundation/json/json-text.ts';
import { ServiceError } from '../../../core/foundation/service-error.ts';

const DEPTH = 10_000;
const nested = (open: string, inner: string, close: string) =>
  open.repeat(DEPTH) + inner + close.repeat(DEPTH);

/** Boxes in each other, each as long as the rest. */
function nestedBoxes(type: string): Buffer {
  const heads = Array.from({ length: DEPTH }, (_, at) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE((DEPTH - at) * 8);
    head.write(type, 4, 'latin1');
    return head;
  });
  const brand = type === 'meta' ? 'heic' : 'avif';
  const begin = Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1${brand}`, 'latin1');
  return Buffer.concat([begin, ...heads]);
}

/** A JPEG whose EXIF block leads from one directory to the next, and in the end to the first. */
function chainedDirectories(): Buffer {
  const tiff = Buffer.alloc(60_000);
  tiff.write('MM\0*\0\0\0\x08', 'latin1');
  for (let at = 8; at + 6 <= tiff.length; at += 6) {
    tiff.writeUInt32BE(at + 12 <= tiff.length ? at + 6 : 8, at + 2);
  }
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(content.length + 2, 4);
  return Buffer.concat([head, content, Buffer.from([0xff, 0xd9])]);
}

function faultOf(read: () => unknown): unknown {
  try {
    return read();
  } catch (fault) {
    return fault;
  }
}

async function faultOfImport(name: string, text: string): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'depth-'));
  try {
    const path = join(folder, name);
    await writeFile(path, text);
    const source = name.endsWith('.jsonl') ? listSource(path) : cloudinarySource(path);
    for await (const _ of source.items(new AbortController().signal));
    return undefined;
  } catch (fault) {
    return fault;
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('10,000 levels are refused by name, and overflow no stack', () => {
  it.each([
    [
      'groups of an SVG',
      () =>
        readSvg(
          Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${nested('<g>', '', '</g>')}</svg>`),
        ),
    ],
    [
      'styles of an SVG',
      () =>
        readSvg(
          Buffer.from(
            `<svg xmlns="http://www.w3.org/2000/svg">${nested('<style>', '', '</style>')}</svg>`,
          ),
        ),
    ],
    ['boxes of a HEIC', () => readHeicHeader(nestedBoxes('meta'))],
    ['boxes of an AVIF', () => readAvifHeader(nestedBoxes('moov'))],
    ['directories of EXIF', () => readHeader(chainedDirectories())],
  ])('%s (security.dead-process-is-busy)', (_, read) => {
    expect(faultOf(read)).toBeInstanceOf(ImageFileFault);
  });

  it.each([
    ['brackets', nested('[', '', '')],
    ['braces', nested('{"a":', '1', '')],
    ['both', nested('[{"a":', '1', '')],
  ])(
    '%s of JSON that end too early (errors.bad-request, security.dead-process-is-busy)',
    (_, text) => {
      const fault = faultOf(() => parseJsonText(text));
      expect(fault).toBeInstanceOf(ServiceError);
      expect(fault).toMatchObject({ code: 'invalid_json' });
    },
  );

  it.each([
    ['a.jsonl', nested('[', '', ']')],
    ['a.jsonl', nested('{"url":', '1', '}')],
    ['a.json', nested('[', '', ']')],
    ['a.json', nested('{"a":', '1', '}')],
  ])('an import of %s (security.dead-process-is-busy)', async (name, text) => {
    const fault = await faultOfImport(name, text);
    // an object without resources is one without an address, which is left out
    if (fault !== undefined) expect(fault).toBeInstanceOf(CommandError);
    expect(String(fault)).not.toContain('stack');
  });
});
