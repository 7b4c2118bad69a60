import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import { findCanaries } from '../../../support/images/canaries.ts';
import { pixelPipeline } from '../../../support/images/raw-pixels.ts';
import { lacks } from '../../../support/needs/needs.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';

interface Served {
  readonly format: string;
  readonly bytes: Uint8Array;
}

const FORMATS = ['jpg', 'png', 'webp'] as const;
const SENT = {
  jpg: () => pixelPipeline().jpeg().toBuffer(),
  png: () => pixelPipeline().png().toBuffer(),
  webp: () => pixelPipeline().webp().toBuffer(),
};
const TYPES = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' };
const CREATOR = 'Zoë & Bo <example>';
const NOTICE = '© 2026 "Zoë"';
const LICENSE = 'https://example.com/licence?a=1&b=2';
/** The credit in each of the blocks that the format has, above the canaries. */
const CREDIT = [
  `-XMP-dc:Creator=${CREATOR}`,
  `-XMP-dc:Rights=${NOTICE}`,
  `-XMP-xmpRights:WebStatement=${LICENSE}`,
  `-IFD0:Artist=${CREATOR}`,
  `-IFD0:Copyright=${NOTICE}`,
  `-IPTC:By-line=${CREATOR}`,
  `-IPTC:CopyrightNotice=${NOTICE}`,
];
/** The groups of tags in a packet that a segment of a JPEG can hold. */
const GROUPS = `EXIF IPTC Photoshop XMP-dc XMP-xmp XMP-xmpRights XMP-xmpMM XMP-tiff XMP-exif
  XMP-aux XMP-photoshop XMP-iptcCore XMP-iptcExt XMP-plus XMP-cc`.split(/\s+/);
const CREDIT_FIELDS = CREDIT.map((field) => field.replace('IFD0', 'EXIF').replace(/=.*/, '='));
const METADATA = /^(EXIF|IPTC|XMP|Photoshop|MakerNotes|APP\d+|File:Comment)/;

const folder = mkdtempSync(join(tmpdir(), 'imagewell-credit-'));
const run = (...given: readonly string[]) =>
  execFileSync('exiftool', given, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/**
 * Each tag that exiftool can write of these groups. One process lists all: its start costs most.
 */
function listTags(groups: readonly string[]): string[] {
  const listed = run(...groups.flatMap((group) => ['-listw', `-${group}:All`, '-execute']), '-ver');
  const [, ...parts] = listed.split(/^Writable (\S+) tags:$/m);
  const found = new Map(groups.map((_, at) => [parts[2 * at], parts[2 * at + 1]]));
  return groups.flatMap((group) => {
    const names = found.get(group)?.split(/\s+/);
    if (!names) throw new Error(`exiftool doesn't list ${group}`);
    return names
      .filter((name) => /^[A-Z]/.test(name))
      .map((name) => `-${group}:${name}=CANARY-${name}`)
      .filter((field) => !CREDIT_FIELDS.some((name) => field.startsWith(name)));
  });
}

/** Files with a canary in each field that takes a text, and with the credit. */
async function makeTellingFiles(): Promise<ReadonlyMap<string, Buffer>> {
  const list = join(folder, 'arguments');
  const settings = ['-m', '-q', '-overwrite_original', '-codedcharacterset=utf8'];
  const place = ['-GPSLatitude=48.8583', '-GPSLatitudeRef=N', '-Comment=CANARY-COMMENT'];
  writeFileSync(list, [...settings, ...listTags(GROUPS), ...place, ...CREDIT].join('\n'));
  const pathOf = (format: string) => join(folder, `sent.${format}`);
  for (const format of FORMATS) writeFileSync(pathOf(format), await SENT[format]());
  try {
    run('-@', list, ...FORMATS.map(pathOf));
  } catch {
    // it warns of each field that takes no text, and writes the others
  }
  return new Map(FORMATS.map((format) => [format, readFileSync(pathOf(format))]));
}

/** The metadata that exiftool finds in each file, by group and name. */
function readTags(files: readonly Served[]): Record<string, unknown>[] {
  const paths = files.map(({ bytes, format }, at) => {
    const path = join(folder, `served-${at}.${format}`);
    writeFileSync(path, bytes);
    return path;
  });
  const found: Record<string, unknown>[] = JSON.parse(run('-j', '-G0:1', '-a', '-u', ...paths));
  expect(found.map(({ SourceFile }) => SourceFile)).toEqual(paths);
  return found.map((tags) =>
    Object.fromEntries(Object.entries(tags).filter(([name]) => METADATA.test(name))),
  );
}

const STATED = {
  'XMP:XMP-dc:Creator': CREATOR,
  'XMP:XMP-dc:Rights': NOTICE,
  'XMP:XMP-xmpRights:WebStatement': LICENSE,
};
const PATHS = ['', '?width=20', '?width=20&grayscale=true'];

describe.skipIf(lacks('exiftool'))('files that exiftool fills with canaries', () => {
  let files: ReadonlyMap<string, Buffer>;
  let test: TestServices;
  const set = (credit: 'drop' | 'keep') =>
    test.services.projects.changeSettings(test.credentials.projectId, { credit });

  beforeAll(async () => {
    test = await makeServices();
    files = await makeTellingFiles();
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await test.remove();
  });

  it('have some hundred of them', () => {
    const counts = FORMATS.map((format) => `${files.get(format)}`.split('CANARY').length - 1);
    expect(Math.min(...counts)).toBeGreaterThan(200);
  });

  it.each(FORMATS)(
    'serve of a %s the credit alone with the setting, to exiftool too (security.no-metadata-in-renditions, uploads.credit)',
    async (format) => {
      await set('keep');
      const id = await storeImage(test, files.get(format) ?? Buffer.of(), TYPES[format]);
      const served: (Served & { readonly status: number })[] = [];
      for (const format of [...FORMATS, 'avif', 'gif']) {
        for (const path of PATHS)
          served.push({ format, ...(await deliver(test, `/res/${id}.${format}${path}`)) });
      }
      const tags = readTags(served);
      const seen = served.map(({ format, status, bytes }, at) => {
        const found = findCanaries(bytes).filter((text) => text !== 'xmpmeta');
        return [format, status, found, tags[at]];
      });
      const expected = [...FORMATS, 'avif', 'gif'].flatMap((served) =>
        PATHS.map(() => [served, 200, [], served === 'gif' ? {} : STATED]),
      );
      expect(seen).toEqual(expected);
    },
  );

  it.each(FORMATS)(
    'serve nothing of a %s without the setting (security.no-metadata-in-renditions)',
    async (format) => {
      await set('drop');
      const id = await storeImage(test, files.get(format) ?? Buffer.of(), TYPES[format]);
      for (const path of FORMATS.flatMap((served) => [served, `${served}?width=20`])) {
        const { status, bytes } = await deliver(test, `/res/${id}.${path}`);
        expect([path, status, findCanaries(bytes)]).toEqual([path, 200, []]);
      }
    },
  );
});
