import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renditionRowKey } from '../../../adapters/dynamodb/renditions/rendition-rows.ts';
import type { Image } from '../../../core/images/image-states.ts';
import { RENDITION_VERSION, renditionObjectKey } from '../../../core/images/object-keys.ts';
import {
  isTransformationFault,
  renditionKey,
  resolveTransformation,
} from '../../../core/transform/transformation.ts';
import { makeImage, makeTemporary } from '../../contract/image-store.ts';
import { drawJpeg } from '../../support/images/draw.ts';
import { ROOT } from '../synth/support/template.ts';
import { type Bundle, buildBundles } from './support/build-bundles.ts';
import type { Asked, Seen } from './support/run-renderer.ts';
import { type AwsStub, startAwsStub } from './support/start-aws-stub.ts';
import { environmentOf, storeImage } from './support/store-image.ts';

const RENDITION = Buffer.from('abc');
const RENDITION_SHA256 = createHash('sha256').update(RENDITION).digest('hex');

let bundle: Bundle;
let image: Image;
let stub: AwsStub;
const built = buildBundles();

/** The record of an image, and of one rendition of it that is stored, 20 pixels wide. */
async function storeRecords(original: Buffer): Promise<void> {
  const put = await storeImage(stub, image, original);
  const transformation = resolveTransformation(image, 'webp', { width: 20 });
  if (isTransformationFault(transformation)) throw new Error(transformation.detail);
  const key = renditionKey(transformation);
  const result = { owner: 'a', leaseUntil: 1, accountId: image.accountId, countedMonth: '2026-11' };
  const row = { ...result, state: 'ready', version: RENDITION_VERSION, bytes: 3 };
  await put('images', {
    ...renditionRowKey(image.imageId, key),
    ...row,
    isOriginal: false,
    sha256: RENDITION_SHA256,
    generation: 0,
  });
  stub.objects.set(`/renditions/${renditionObjectKey(image.imageId, key, 0)}`, RENDITION);
}

async function ask(requests: readonly Asked[]): Promise<Seen[]> {
  const script = join(import.meta.dirname, 'support/run-renderer.ts');
  const args = [script, bundle.path];
  const layer = { NODE_PATH: join(ROOT, 'node_modules') }; // as Lambda names a layer's folder
  const env = { ...environmentOf(stub), ...layer };
  const all = [...args, JSON.stringify(requests)];
  const { stdout } = await promisify(execFile)(process.execPath, all, { env });
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
}

beforeAll(async () => {
  stub = await startAwsStub();
  bundle = built.bundles.find(({ name }) => name === 'render-image') as Bundle;
  const bytes = await drawJpeg(60, 40);
  image = makeImage(makeTemporary('prj_a'), { width: 60, height: 40, bytes: bytes.length });
  await storeRecords(bytes);
});
afterAll(() => {
  stub.stop();
  built.remove();
});

describe('the deployed renderer', () => {
  it('loads no sharp for a stored rendition, a HEAD, a 304 and a refusal (performance.lazy-sharp)', async () => {
    const stored = `/res/${image.imageId}.webp?width=20`;
    const headers = { 'if-none-match': `"${RENDITION_SHA256}"` };
    const seen = await ask([
      { path: stored },
      { path: stored, method: 'HEAD' },
      { path: stored, headers },
      { path: `/res/${image.imageId}.jpg` },
      { path: `/res/${image.imageId}.webp?width=0` },
      { path: `/res/${image.imageId}.jpg?crop=60,0,1,1` },
      { path: '/res/x.jpg' },
      { path: `/res/img_${'a'.repeat(26)}.jpg` },
    ]);
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 304, 200, 400, 400, 404, 404]);
    expect(seen.filter(({ isSharpLoaded }) => isSharpLoaded)).toEqual([]);
  });

  it('loads it, from its layer, to make a rendition', async () => {
    const [seen] = await ask([{ path: `/res/${image.imageId}.webp?width=21` }]);
    expect(seen).toMatchObject({ status: 200, isSharpLoaded: true });
  });

  it('loads only sharp beside its bundle, with the credentials of its environment', async () => {
    const [refused, made] = await ask([
      { path: '/res/x.jpg' },
      { path: `/res/${image.imageId}.webp?width=22` },
    ]);
    expect(refused?.packages).toEqual([]);
    expect(made?.packages).toContain('sharp');
    expect(made?.packages.filter((name) => name.startsWith('@aws-sdk'))).toEqual([]);
    expect(made?.packages.filter((name) => name.startsWith('@smithy'))).toEqual([]);
  });

  it('never loads the client of fetch, which no call of AWS needs', async () => {
    const seen = await ask([{ path: `/res/${image.imageId}.webp?width=23` }]);
    expect(seen).toMatchObject([{ status: 200, isFetchLoaded: false }]);
  });
});
