import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { projectItem } from '../../../../adapters/dynamodb/client/project-count.ts';
import { imageItem } from '../../../../adapters/dynamodb/images/image-rows.ts';
import type { Image } from '../../../../core/images/image-states.ts';
import { originalObjectKey } from '../../../../core/images/object-keys.ts';
import { PLANS } from '../../../../core/projects/plans.ts';
import type { AwsStub } from './start-aws-stub.ts';

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
  RENDER_QUEUE_URL: 'http://127.0.0.1/renders.fifo',
};

/** The environment of a renderer that calls a stub. */
export function environmentOf({ endpoint }: AwsStub) {
  return { ...ACCOUNT, ...STORES, AWS_ENDPOINT_URL: endpoint };
}

type Put = (table: string, item: Record<string, unknown>) => Promise<unknown>;

/** Stores a saved image, its project and its original in a stub; the way to store more rows. */
export async function storeImage(stub: AwsStub, image: Image, original: Buffer): Promise<Put> {
  const credentials = {
    accessKeyId: ACCOUNT.AWS_ACCESS_KEY_ID,
    secretAccessKey: ACCOUNT.AWS_SECRET_ACCESS_KEY,
  };
  const region = ACCOUNT.AWS_REGION;
  const raw = new DynamoDBClient({ endpoint: stub.endpoint, region, credentials });
  const client = DynamoDBDocumentClient.from(raw);
  const put: Put = (TableName, Item) => client.send(new PutCommand({ TableName, Item }));
  const { projectId, accountId } = image;
  const project = { projectId, accountId, name: 'default', allowedOrigins: [], createdAt: 1 };
  await put('images', imageItem(image));
  await put('projects', projectItem({ ...project, plan: PLANS.free }));
  stub.objects.set(`/originals/${originalObjectKey(image.imageId)}`, original);
  return put;
}
