import { setTimeout as delay } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import {
  DynamoDBDocumentClient,
  GetCommand,
  ScanCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { recordKey } from '../../../../adapters/image-store/dynamo-items.ts';
import { ENDPOINTS } from '../../../../core/contract/endpoints.ts';
import { LIMITS } from '../../../../core/contract/limits.ts';
import type { AnyImageId, ImageId } from '../../../../core/images/ids.ts';
import { originalObjectKey } from '../../../../core/images/object-keys.ts';
import type { Credentials } from '../../../../local/data-folder.ts';
import { createClient } from '../../client.ts';
import { drawJpeg } from '../../pictures/draw.ts';

/** Names that CloudFormation gave. */
export interface DeployedStores {
  readonly keysTable: string;
  readonly imagesTable: string;
  readonly usageTable: string;
  readonly originalsBucket: string;
}

/** Whether a function has asked for the original of a picture: it renders. */
export type HasReadOriginal = (id: string) => Promise<boolean>;

type Client = ReturnType<typeof createClient>;

function connect(endpoint: string) {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const settings = { endpoint, region: 'us-east-1', credentials };
  const dynamo = DynamoDBDocumentClient.from(new DynamoDBClient(settings));
  return { dynamo, s3: new S3Client({ ...settings, forcePathStyle: true }) };
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
async function useOldKey(dynamo: DynamoDBDocumentClient, table: string, client: Client) {
  const items = await itemsOf(dynamo, table);
  for (const { path, credential } of CALL_OF_EACH) {
    for (const { lookup } of items.filter(({ kind }) => kind)) {
      const change = {
        UpdateExpression: 'SET lastUsedAt = :long',
        ExpressionAttributeValues: { ':long': 0 },
      };
      await dynamo.send(new UpdateCommand({ TableName: table, Key: { lookup }, ...change }));
    }
    if (credential.kind === 'uploadKey') await client.upload(new Uint8Array());
    else await client.call(path.slice('/api/v1/'.length), {});
  }
}

/** A project that has all the bytes it may: the upload takes back what it stored. */
async function uploadToFullProject(dynamo: DynamoDBDocumentClient, table: string, client: Client) {
  const items = await itemsOf(dynamo, table);
  const counters = items.map(({ counter }) => String(counter));
  const [counter] = counters.filter((one) => one.startsWith('unsaved#'));
  const key = {
    TableName: table,
    Key: { counter },
    ExpressionAttributeNames: { '#full': 'tmp_full' },
  };
  const full = { endsAtMs: Date.now() + 3_600_000, bytes: LIMITS.maxLiveTemporaryBytes };
  await dynamo.send(
    new UpdateCommand({
      ...{ ...key, UpdateExpression: 'SET #full = :full' },
      ExpressionAttributeValues: { ':full': full },
    }),
  );
  const { status } = await client.upload(await drawJpeg());
  await dynamo.send(new UpdateCommand({ ...key, UpdateExpression: 'REMOVE #full' }));
  if (status < 400) throw new Error(`an upload to a full project was answered ${status}`);
}

/** An original that is gone while its record is there: the renderer gives its claim back. */
async function renderWithoutOriginal(s3: S3Client, Bucket: string, client: Client) {
  const { imageId, imageUrl } = await client.store(await drawJpeg());
  await s3.send(new DeleteObjectCommand({ Bucket, Key: originalObjectKey(imageId as ImageId) }));
  const { status } = await client.get(imageUrl.replace(/\.\w+$/, '.webp?width=41'));
  if (status !== 404) throw new Error(`a picture without an original was answered ${status}`);
}

/** A picture with renditions under both of its ids, deleted while two more are made: the renderer takes those back. */
async function deleteWhileRendering(client: Client, hasReadOriginal: HasReadOriginal) {
  const picture = await client.upload(await drawJpeg(2400, 1800));
  const { temporaryImageUrl } = picture.json;
  const saved = await client.call('save-temporary-image', { temporaryImageUrl });
  const { imageUrl } = saved.json;
  const urls: string[] = [temporaryImageUrl, imageUrl];
  const asked = (query: string) => urls.map((url) => client.get(url.replace(/\.\w+$/, query)));
  await Promise.all(asked('.webp?width=40'));
  const making = asked('.avif?quality=91');
  const ids = urls.map((url) => /(?:img|tmp)_[a-z0-9]+/i.exec(url)?.[0] ?? '');
  const end = Date.now() + 10_000;
  while (Date.now() < end && !(await Promise.all(ids.map(hasReadOriginal))).every(Boolean)) {
    await delay(20);
  }
  await client.call('delete-image', { imageUrl });
  const answers = await Promise.all(making);
  return answers.map(({ status }) => status);
}

/** A temporary image with a rendition and the copy of a save that was killed, its day over: what a sweep finds. */
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

/** Brings the functions to the calls that no journey leads to; the statuses of what was deleted while it was made, each 404. */
export async function makeRareCalls(
  endpoint: string,
  stores: DeployedStores,
  credentials: Credentials,
  hasReadOriginal: HasReadOriginal,
): Promise<number[]> {
  const clients = connect(endpoint);
  const { dynamo, s3 } = clients;
  const client = createClient(credentials);
  await useOldKey(dynamo, stores.keysTable, client);
  await uploadToFullProject(dynamo, stores.usageTable, client);
  await renderWithoutOriginal(s3, stores.originalsBucket, client);
  await endTemporaryImage(clients, stores, client);
  return deleteWhileRendering(client, hasReadOriginal);
}
