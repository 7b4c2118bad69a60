import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, describe, expect, it } from 'vitest';
import { zipLayer } from '../../../lib/assets/zip-layer.ts';
import { createStack } from '../synth/support/template.ts';

const folders: (() => void)[] = [];
afterEach(() => {
  for (const remove of folders.splice(0)) remove();
});

function makeLayer(): string {
  const folder = mkdtempSync(join(tmpdir(), 'imagewell-zip-'));
  folders.push(() => rmSync(folder, { recursive: true }));
  const library = join(folder, 'nodejs/node_modules/sharp/lib');
  mkdirSync(library, { recursive: true });
  writeFileSync(join(folder, 'built-from.json'), '{}');
  writeFileSync(join(library, 'index.js'), 'module.exports = 1;\n');
  writeFileSync(join(library, '.hidden'), '');
  writeFileSync(join(library, 'sharp.node'), Buffer.alloc(100_000, 'sharp'));
  chmodSync(join(library, 'sharp.node'), 0o755);
  return folder;
}

/** The file mode of an entry by the central directory of a zip, which has its name last. */
function modeOf(zip: Uint8Array, name: string): number {
  const bytes = Buffer.from(zip);
  return bytes.readUInt16LE(bytes.lastIndexOf(name) - 46 + 40);
}

describe('the zip of a layer', () => {
  it('has the files below nodejs as they are, and no others', () => {
    const zip = zipLayer(makeLayer());
    const files = unzipSync(zip);
    expect(Object.keys(files)).toEqual([
      'nodejs/node_modules/sharp/lib/index.js',
      'nodejs/node_modules/sharp/lib/sharp.node',
    ]);
    const [code, library] = Object.values(files);
    expect(strFromU8(code as Uint8Array)).toBe('module.exports = 1;\n');
    expect(Buffer.from(library as Uint8Array)).toEqual(Buffer.alloc(100_000, 'sharp'));
    expect(zip.length).toBeLessThan(2_000);
  });

  it('keeps the file modes, so that Lambda can read and run the libraries', () => {
    const zip = zipLayer(makeLayer());
    expect(modeOf(zip, 'nodejs/node_modules/sharp/lib/sharp.node').toString(8)).toBe('100755');
    expect(modeOf(zip, 'nodejs/node_modules/sharp/lib/index.js') & 0o444).toBe(0o444);
  });

  it('is the same of the same files', () => {
    const zip = zipLayer(makeLayer());
    expect(Buffer.compare(zipLayer(makeLayer()), zip)).toBe(0);
  });

  it('is what a deploy uploads', () => {
    const { app, stack, outdir, remove } = createStack({}, { isBundled: true });
    folders.push(remove);
    const { template } = app.synth().getStackByName(stack.stackName);
    const layers = Object.values<{ Type: string; Properties: { Content: { S3Key: string } } }>(
      template.Resources,
    ).filter(({ Type }) => Type === 'AWS::Lambda::LayerVersion');
    expect(layers.length).toBe(2);
    for (const { Properties } of layers) {
      const zip = readFileSync(join(outdir, `asset.${Properties.Content.S3Key}`));
      expect(Object.keys(unzipSync(zip))).toEqual(['nodejs/node_modules/sharp/index.js']);
    }
    expect(readdirSync(outdir).filter((name) => name.startsWith('bundling-temp'))).toEqual([]);
  });
});
