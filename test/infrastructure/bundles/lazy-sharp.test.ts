import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectItem } from '../../../adapters/dynamodb/client/project-count.ts';
import { imageItem } from '../../../adapters/dynamodb/images/image-rows.ts';
import { renditionRowKey } from '../../../adapters/dynamodb/renditions/rendition-rows.ts';
import type { Image } from '../../../core/images/image-states.ts';
import {
  originalObjectKey,
  RENDITION_VERSION,
  renditionObjectKey,
} from '../../../core/images/object-keys.ts';
import { PLANS } from '../../../core/projects/plans.ts';
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
import { startAwsStub } from './support/start-aws-stub.ts';

const ACCOUNT = {
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
};
const STORES = {
  IMAGES_TABLE: 'images',
  USAGE_TABLE: 'usage',
  PROJECTS_TABLE: 'projects',
  ORIGINALS_BUCKET: 'originals',
  RENDITIONS_BUCKET: 'renditions',
};
const RENDITION = Buffer.from('abc');
const RENDITION_SHA256 = createHash('sha256').update(RENDITION).digest('hex');

let bundle: Bundle;
let image: Image;
let stub: Awaited<ReturnType<typeof startAwsStub>>;
const built = buildBundles();

/** The record of an image, and of one rendition of it that is stored, 20 pixels wide. */
async function storeRecords(): Promise<void> {
  const [AWS_REGION, accessKeyId, secretAccessKey] = Object.values(ACCOUNT) as [
    string,
    string,
    string,
  ];
  const credentials = { accessKeyId, secretAccessKey };
  const raw = new DynamoDBClient({ endpoint: stub.endpoint, region: AWS_REGION, credentials });
  const client = DynamoDBDocumentClient.from(raw);
  const put = (TableName: string, Item: Record<string, unknown>) =>
    client.send(new PutCommand({ TableName, Item }));
  const transformation = resolveTransformation(image, 'webp', { width: 20 });
  if (isTransformationFault(transformation)) throw new Error(transformation.detail);
  const key = renditionKey(transformation);
  const result = { owner: 'a', leaseUntil: 1, accountId: image.accountId, countedMonth: '2026-11' };
  const row = { ...result, state: 'ready', version: RENDITION_VERSION, bytes: 3 };
  await put('images', imageItem(image));
  await put('images', {
    ...renditionRowKey(image.imageId, key),
    ...row,
    isOriginal: false,
    sha256: RENDITION_SHA256,
    generation: 0,
  });
  const { projectId, accountId } = image;
  const project = { projectId, accountId, name: 'default', allowedOrigins: [], createdAt: 1 };
  await put('projects', projectItem({ ...project, plan: PLANS.free }));
  stub.objects.set(`/renditions/${renditionObjectKey(image.imageId, key, 0)}`, RENDITION);
}

async function ask(requests: readonly Asked[]): Promise<Seen[]> {
  const script = join(import.meta.dirname, 'support/run-renderer.ts');
  const args = [script, bundle.path];
  const layer = { NODE_PATH: join(ROOT, 'node_modules') }; // as Lambda names a layer's folder
  const env = { ...ACCOUNT, ...STORES, ...layer, AWS_ENDPOINT_URL: stub.endpoint };
  const all = [...args, JSON.stringify(requests)];
  const { stdout } = await promisify(execFile)(process.execPath, all, { env });
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
}

beforeAll(async () => {
  stub = await startAwsStub();
  bundle = built.bundles.find(({ name }) => name === 'render-image') as Bundle;
  const bytes = await drawJpeg(60, 40);
  image = makeImage(makeTemporary('prj_a'), { width: 60, height: 40, bytes: bytes.length });
  stub.objects.set(`/originals/${originalObjectKey(image.imageId)}`, bytes);
  await storeRecords();
});
afterAll(() => {
  stub.stop();
  built.remove();
});

describe('the deployed renderer', () => {
  it('loads no sharp for what is stored, a HEAD, a 304 and a refusal (performance.lazy-sharp)', async () => {
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
    expect(seen).toEqual({ status: 200, isSharpLoaded: true });
  });
});
