import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import {
  DynamoDBDocumentClient,
  GetCommand,
  ScanCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { recordKey } from '../../../../adapters/dynamodb/images/image-rows.ts';
import {
  UNSAVED_SHARDS,
  unsavedCounters,
} from '../../../../adapters/dynamodb/images/unsaved-images.ts';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import type { AnyImageId, ImageId } from '../../../../core/images/ids.ts';
import { originalObjectKey } from '../../../../core/images/object-keys.ts';
import type { QueuedRender } from '../../../../core/ports/images/render-queue.ts';
import { PLANS } from '../../../../core/projects/plans.ts';
import { ACCESS_LOGS_PREFIX } from '../../../../lib/object-access.ts';
import type { Credentials } from '../../../../local/data-folder/data-folder.ts';
import { createClient } from '../../http/client.ts';
import { drawJpeg } from '../../images/draw.ts';
import { createDirectUploads, sendForm } from '../../stores/direct-upload.ts';
import { openEmulatedS3 } from '../emulated-s3.ts';

/** Names that CloudFormation gave. */
export interface DeployedStores {
  readonly keysTable: string;
  readonly imagesTable: string;
  readonly projectsTable: string;
  readonly usageTable: string;
  readonly originalsBucket: string;
  readonly accessLogsBucket: string;
}

/** Gives the worker of the queued renders a message now; rejects where it fails. */
export type WorkNow = (render: QueuedRender) => Promise<void>;

/** Whether a function has asked for the original of an image: it renders. */
export type HasReadOriginal = (id: string) => Promise<boolean>;

type Client = ReturnType<typeof createClient>;

function connect(endpoint: string) {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const settings = { endpoint, region: 'us-east-1', credentials };
  const dynamo = DynamoDBDocumentClient.from(new DynamoDBClient(settings));
  return { dynamo, s3: openEmulatedS3(endpoint) };
}

async function itemsOf(dynamo: DynamoDBDocumentClient, TableName: string) {
  return (await dynamo.send(new ScanCommand({ TableName }))).Items ?? [];
}

/** One call of each function that an API key or an upload key opens. */
const CALL_OF_EACH = [
  ...new Map(
    Object.values(ENDPOINTS).map((endpoint) => [endpoint.functionName, endpoint]),
  ).values(),
];

/** A key's last use is written once an hour: before these calls it was long ago. */
async function useOldKey(
  dynamo: DynamoDBDocumentClient,
  table: string,
  client: Client,
  uploadKey: string,
) {
  const items = await itemsOf(dynamo, table);
  for (const { path } of CALL_OF_EACH) {
    for (const { lookup } of items.filter(({ kind }) => kind)) {
      const change = {
        UpdateExpression: 'SET lastUsedAt = :long',
        ExpressionAttributeValues: { ':long': 0 },
      };
      await dynamo.send(new UpdateCommand({ TableName: table, Key: { lookup }, ...change }));
    }
    await client.call(path.slice('/api/v1/'.length).replace('{uploadKey}', uploadKey), {});
  }
}

/** A project that has used all its bytes: both kinds of upload remove their objects again. */
async function uploadToFullProject(
  dynamo: DynamoDBDocumentClient,
  table: string,
  credentials: Credentials,
) {
  const client = createClient(credentials);
  const direct = createDirectUploads(credentials);
  const image = await drawJpeg();
  const form = await direct.form(image.length);
  const change = async (set: string, values: object): Promise<void> => {
    for (const Key of unsavedCounters(credentials.projectId)) {
      const names = { ExpressionAttributeNames: { '#full': 'tmp_full' } };
      const command = { TableName: table, Key, UpdateExpression: set, ...names, ...values };
      await dynamo.send(new UpdateCommand(command));
    }
  };
  const bytes = LIMITS.maxLiveTemporaryBytes / UNSAVED_SHARDS;
  const full = { endsAtMs: Date.now() + 3_600_000, bytes };
  await change('SET #full = :full', { ExpressionAttributeValues: { ':full': full } });
  const { status } = await client.upload(image);
  await sendForm(form, image);
  const validated = await direct.validated(form.temporaryImageUrl);
  await change('REMOVE #full', {});
  if (status < 400) throw new Error(`an upload to a full project was answered ${status}`);
  if (validated.status !== 404)
    throw new Error(`a direct upload to one became ${validated.status}`);
}

/** An original that is gone while its record is there: the renderer gives its claim back. */
async function renderWithoutOriginal(s3: S3Client, Bucket: string, client: Client) {
  const { imageId, imageUrl } = await client.store(await drawJpeg());
  await s3.send(new DeleteObjectCommand({ Bucket, Key: originalObjectKey(imageId as ImageId) }));
  const { status } = await client.get(imageUrl.replace(/\.\w+$/, '.webp?width=41'));
  if (status !== 404) throw new Error(`an image without an original was answered ${status}`);
}

/** A busy machine may be too late with the deletion, or with the rendition. */
const DELETION_TRIES = 8;
/** A result that takes seconds as AVIF on an idle machine. */
const FIRST_WIDTH = 2_400;
/**
 * After a rendition that ran out of time a smaller image is tried, after one that was there too
 * soon a larger one.
 */
const [SMALLER, LARGER] = [0.6, 1.3];
const BUSY = 503;
/** A rendition that is made of a deleted image is answered so. */
const GONE = 404;

/**
 * An image with renditions under both of its ids, deleted while two more are made: the renderer
 * takes those back. Tried again until the deletion met both of them; answers the statuses, each
 * 404, or throws.
 */
async function deleteWhileRendering(client: Client, hasReadOriginal: HasReadOriginal) {
  const seen: number[][] = [];
  let width = FIRST_WIDTH;
  while (seen.length < DELETION_TRIES) {
    const statuses = await deleteOnceWhileRendering(client, hasReadOriginal, width);
    if (statuses.every((status) => status === GONE)) return statuses;
    seen.push(statuses);
    width = Math.round(width * (statuses.includes(BUSY) ? SMALLER : LARGER));
  }
  throw new Error(`no deletion met its renderings: ${JSON.stringify(seen)}`);
}

async function deleteOnceWhileRendering(
  client: Client,
  hasReadOriginal: HasReadOriginal,
  width: number,
) {
  const height = Math.round((width * 3) / 4);
  const image = await client.upload(await drawJpeg(width, height));
  const { temporaryImageUrl } = image.json;
  const saved = await client.call('save-temporary-image', { temporaryImageUrl });
  const { imageUrl } = saved.json;
  const urls: string[] = [temporaryImageUrl, imageUrl];
  const requested = (query: string) => urls.map((url) => client.get(url.replace(/\.\w+$/, query)));
  await Promise.all(requested('.webp?width=40'));
  const making = requested('.avif?quality=91');
  const ids = urls.map((url) => /(?:img|tmp)_[a-z0-9]+/i.exec(url)?.[0] ?? '');
  const end = Date.now() + 10_000;
  while (Date.now() < end && !(await Promise.all(ids.map(hasReadOriginal))).every(Boolean)) {
    await delay(20);
  }
  await client.call('delete-image', { imageUrl });
  const answers = await Promise.all(making);
  return answers.map(({ status }) => status);
}

/**
 * A temporary image with a rendition and the copy of a killed save, a day old, for the sweep to
 * find.
 */
async function endTemporaryImage(
  { dynamo, s3 }: ReturnType<typeof connect>,
  { imagesTable, originalsBucket }: DeployedStores,
  client: Client,
) {
  const { temporaryImageUrl } = (await client.upload(await drawJpeg())).json;
  await client.get(temporaryImageUrl.replace(/\.\w+$/, '.webp?width=42'));
  const id = /tmp_[a-z2-7]+/.exec(temporaryImageUrl)?.[0] as AnyImageId;
  const record = { TableName: imagesTable, Key: recordKey(id) };
  const { Item } = await dynamo.send(new GetCommand(record));
  const Key = originalObjectKey(Item?.imageId as ImageId);
  await s3.send(new PutObjectCommand({ Bucket: originalsBucket, Key, Body: 'a copy' }));
  const change = {
    UpdateExpression: 'SET expiresAt = :past',
    ExpressionAttributeValues: { ':past': Date.now() - 60_000 },
  };
  await dynamo.send(new UpdateCommand({ ...record, ...change }));
}

/** An image that the worker finds without its original: it gives its claim back. */
async function workWithoutOriginal(s3: S3Client, Bucket: string, client: Client, work: WorkNow) {
  const imageId = (await client.store(await drawJpeg())).imageId as ImageId;
  await s3.send(new DeleteObjectCommand({ Bucket, Key: originalObjectKey(imageId) }));
  await work({ imageId, renditionKey: 'x.avif', format: 'avif', query: 'width=42' });
}

/** An image deleted while the worker makes a rendition of it: it takes that back. */
async function deleteWhileWorking(client: Client, hasReadOriginal: HasReadOriginal, work: WorkNow) {
  const imageId = (await client.store(await drawJpeg(2400, 1800))).imageId as ImageId;
  const query = 'quality=92';
  const working = work({ imageId, renditionKey: 'y.avif', format: 'avif', query });
  const end = Date.now() + 10_000;
  while (Date.now() < end && !(await hasReadOriginal(imageId))) await delay(20);
  await client.call('delete-image', { imageId });
  await working;
}

/** Does something while every account is on a plan with limits. */
async function onFreePlan(
  dynamo: DynamoDBDocumentClient,
  TableName: string,
  act: () => Promise<void>,
) {
  const accounts = (await itemsOf(dynamo, TableName)).filter(({ plan }) => plan !== undefined);
  const setPlans = async (planOf: (account: Record<string, unknown>) => unknown) => {
    for (const account of accounts) {
      const change = {
        TableName,
        Key: { entity: account.entity },
        UpdateExpression: 'SET #plan = :plan',
        ExpressionAttributeNames: { '#plan': 'plan' },
        ExpressionAttributeValues: { ':plan': planOf(account) },
      };
      await dynamo.send(new UpdateCommand(change));
    }
  };
  await setPlans(() => 'free');
  try {
    await act();
  } finally {
    await setPlans(({ plan }) => plan);
  }
}

/** On a plan with a limit, the function reads whether there is room for a background render. */
async function askForSlowAvifOnLimitedPlan(
  dynamo: DynamoDBDocumentClient,
  TableName: string,
  client: Client,
) {
  const { imageUrl } = await client.store(await drawJpeg(2500, 1700));
  await client.get(imageUrl.replace(/\.\w+$/, '.webp')); // on a plan that has room for it
  await onFreePlan(dynamo, TableName, async () => {
    const headers = { Accept: 'image/avif,image/webp' };
    const { status } = await client.get(imageUrl.replace(/\.\w+$/, '.auto'), { headers });
    if (status !== 200) throw new Error(`WebP in place of AVIF was answered ${status}`);
  });
}

/**
 * A log as CloudFront delivers it, of an image and its temporary image: it is counted, and
 * get-usage shows it. One that uses up the bandwidth has the images refused, by the project's
 * choice.
 */
async function meterAccessLog(
  { dynamo, s3 }: ReturnType<typeof connect>,
  { accessLogsBucket: Bucket, projectsTable: TableName }: DeployedStores,
  client: Client,
  projectId: string,
) {
  const { json } = await client.upload(await drawJpeg());
  const { temporaryImageUrl } = json;
  const { imageUrl } = (await client.call('save-temporary-image', { temporaryImageUrl })).json;
  const date = new Date().toISOString().slice(0, 10);
  const writeLog = async (urls: readonly string[], bytes: number) => {
    const lines = urls.map((url) => `${date}\t12:00:00\t${bytes}\t${new URL(url).pathname}\n`);
    const text = `#Version: 1.0\n#Fields: date time sc-bytes cs-uri-stem\n${lines.join('')}`;
    const Key = `${ACCESS_LOGS_PREFIX}E1.${date}-12.${randomUUID()}.gz`;
    await s3.send(new PutObjectCommand({ Bucket, Key, Body: gzipSync(text) }));
  };
  const until = async (isSo: () => Promise<boolean>) => {
    const end = Date.now() + 60_000;
    while (!(await isSo())) {
      if (Date.now() > end) throw new Error('an access log was not metered within a minute');
      await delay(500);
    }
  };
  const used = async () => (await client.call('get-usage', {})).json.bandwidthBytes.used;
  const before = await used();
  await writeLog([imageUrl, temporaryImageUrl], 1000);
  await until(async () => (await used()) >= before + 2000);
  // the images are counted after the project
  await until(async () => {
    const { days } = (await client.call('get-image-usage', { imageId: imageUrl })).json;
    return days.some((day: { date: string; requests: number }) => day.requests === 1);
  });
  const choose = (overBandwidth: string) =>
    dynamo.send(
      new UpdateCommand({
        TableName,
        Key: { entity: projectId },
        UpdateExpression: 'SET overBandwidth = :choice',
        ExpressionAttributeValues: { ':choice': overBandwidth },
      }),
    );
  await choose('refuse');
  await onFreePlan(dynamo, TableName, async () => {
    await writeLog([imageUrl], PLANS.free.maxBandwidthBytesPerMonth);
    await until(async () => (await client.get(imageUrl)).status === 429);
  });
  await choose('serve'); // later calls are on a plan with limits, too
}

/**
 * Causes the calls of the functions that no end-to-end test causes. Returns the statuses of images
 * that were deleted while they were rendered, each 404.
 */
export async function makeRareCalls(
  endpoint: string,
  stores: DeployedStores,
  credentials: Credentials,
  hasReadOriginal: HasReadOriginal,
  work: WorkNow,
): Promise<number[]> {
  const clients = connect(endpoint);
  const { dynamo, s3 } = clients;
  const client = createClient(credentials);
  await useOldKey(dynamo, stores.keysTable, client, credentials.uploadKey);
  await uploadToFullProject(dynamo, stores.usageTable, credentials);
  await renderWithoutOriginal(s3, stores.originalsBucket, client);
  await endTemporaryImage(clients, stores, client);
  await workWithoutOriginal(s3, stores.originalsBucket, client, work);
  await deleteWhileWorking(client, hasReadOriginal, work);
  await meterAccessLog(clients, stores, client, credentials.projectId);
  await askForSlowAvifOnLimitedPlan(dynamo, stores.projectsTable, client);
  return deleteWhileRendering(client, hasReadOriginal);
}
