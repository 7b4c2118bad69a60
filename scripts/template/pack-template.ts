/**
 * `npm run pack -- template [--emulator] [--packed]`: the service as a template of CloudFormation
 * with all its files, in one archive for the AWS CLI:
 * .build/packages/imagewell-template-VERSION.zip. `--emulator` makes the archive for ministack,
 * which trials and tests deploy. `--packed` takes the package imagewell-cdk that is packed already.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packedAssets } from '../../lib/assets/packed-assets.ts';
import { TEMPLATE_QUOTAS } from '../../lib/quotas/template-quotas.ts';
import { PACKAGES, stagedFolder } from '../packages/pack-staged.ts';
import { buildTemplate } from './build-template.ts';
import { assetKey } from './template-synthesizer.ts';
import { makeZip, readEntries } from './zip.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const MAX_BYTES = TEMPLATE_QUOTAS.templateBytes.usual;

/** The archive of an asset: the layers' are archives already. */
function readArchive(path: string): Buffer {
  return statSync(path).isFile() ? readFileSync(path) : makeZip(readEntries(path));
}

const { values } = parseArgs({
  options: { emulator: { type: 'boolean', default: false }, packed: { type: 'boolean' } },
});
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
if (!values.packed) {
  execFileSync(process.execPath, ['scripts/pack/pack-imagewell-cdk.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
  });
}
process.env.CDK_VALIDATION = 'false'; // cfn-lint reads the result
const work = mkdtempSync(join(tmpdir(), 'imagewell-template-'));
try {
  const folder = join(stagedFolder('imagewell-cdk'), 'dist');
  const assets = packedAssets({ folder, cache: join(ROOT, '.build/sharp') }, version);
  const isEmulated = values.emulator;
  const { template, paths } = buildTemplate({ assets, version, isEmulated, outdir: work });
  const text = JSON.stringify(template);
  if (text.length > MAX_BYTES) throw new Error(`the template has ${text.length} bytes`);
  const name = `imagewell-template-${isEmulated ? 'ministack-' : ''}${version}`;
  const zip = makeZip([
    { name: 'imagewell.template.json', body: Buffer.from(text) },
    { name: 'README.md', body: readFileSync(join(import.meta.dirname, 'README.md')) },
    { name: 'LICENSE', body: readFileSync(join(ROOT, 'LICENSE')) },
    ...[...paths].map(([hash, path]) => ({
      name: `assets/${assetKey(hash)}`,
      body: readArchive(path),
    })),
  ]);
  const path = join(PACKAGES, `${name}.zip`);
  writeFileSync(path, zip);
  console.log(path);
} finally {
  rmSync(work, { recursive: true });
}
