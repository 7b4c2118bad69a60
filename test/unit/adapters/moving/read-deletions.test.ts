import { DynamoDBDocumentClient, GetCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it, onTestFinished } from 'vitest';
import { countKey } from '../../../../adapters/dynamodb/images/project-images.ts';
import {
  createDynamoRecordReaders,
  type TableNames,
} from '../../../../adapters/dynamodb/moving/record-readers.ts';
import { deletionItem } from '../../../../adapters/dynamodb/projects/deletion-rows.ts';
import { TABLE_NAMES } from '../../../../core/foundation/dynamodb-tables.ts';
import { MOVED_SAMPLES } from '../../../support/stores/moved-samples.ts';

const names = Object.fromEntries(TABLE_NAMES.map((name) => [name, name]));
const [deletion] = MOVED_SAMPLES.project_deletion;
if (!deletion) throw new Error('the samples have a deletion');

function open() {
  const mock = mockClient(DynamoDBDocumentClient);
  onTestFinished(() => mock.restore());
  const client = mock as unknown as DynamoDBDocumentClient;
  return { mock, readers: createDynamoRecordReaders(client, names as TableNames) };
}

it('reads the number of images of a deletion by its key, and no table of images', async () => {
  const { mock, readers } = open();
  mock.on(ScanCommand).resolves({ Items: [] });
  mock.on(ScanCommand, { TableName: 'projects' }).resolves({ Items: [deletionItem(deletion)] });
  mock.on(GetCommand).resolves({});
  const Key = countKey(deletion.deletionId);
  mock.on(GetCommand, { TableName: 'images', Key }).resolves({ Item: { ...Key, images: 7 } });
  const found: number[] = [];
  for await (const { images } of readers.project_deletion()) found.push(images);
  expect(found).toEqual([7]);
  const scanned = mock.commandCalls(ScanCommand).map(({ args }) => args[0].input.TableName);
  expect([scanned, mock.commandCalls(GetCommand).length]).toEqual([['projects'], 1]);
});
