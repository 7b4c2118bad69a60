import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createS3ObjectStore } from '../../../adapters/s3/object-store.ts';
import { ENVIRONMENT } from '../../../lambdas/environment.ts';
import { openStrictTables } from '../dynamodb/strict-tables.ts';
import { createCountedPeer } from './count-trips.ts';

interface AnyCommand {
  readonly constructor: { readonly name: string };
  readonly input: {
    readonly Bucket?: string;
    readonly Key?: unknown;
    readonly Body?: Uint8Array;
    readonly CopySource?: string;
  };
}

const BUCKETS = { originals: 'originals', renditions: 'renditions' };

function missing(): Error {
  return Object.assign(new Error('no such key'), {
    name: 'NoSuchKey',
    $metadata: { httpStatusCode: 404 },
  });
}

/** Objects in memory that answer the commands of S3. */
function createStoredObjects() {
  const stored = new Map<string, Uint8Array>();
  return async (command: AnyCommand): Promise<object> => {
    const { input } = command;
    const { name } = command.constructor;
    const place = `${input.Bucket}/${input.Key}`;
    if (name === 'PutObjectCommand') {
      stored.set(place, input.Body ?? new Uint8Array());
      return {};
    }
    const isCopy = name === 'CopyObjectCommand';
    const bytes = stored.get(isCopy ? decodeURIComponent(input.CopySource ?? '') : place);
    if (!bytes) throw missing();
    if (isCopy) stored.set(place, bytes);
    return { Body: Readable.from([bytes]), ContentLength: bytes.length };
  };
}

const NAMES: Readonly<Record<string, string>> = {
  [ENVIRONMENT.cdnUrl]: 'https://images.example.com',
  [ENVIRONMENT.originalsBucket]: BUCKETS.originals,
  [ENVIRONMENT.renditionsBucket]: BUCKETS.renditions,
  [ENVIRONMENT.rateLimits]: 'off',
};

/**
 * DynamoDB and S3 in memory, whose requests are counted. It sets the variables of the functions for
 * this process.
 */
export function openCountedStack() {
  const tables = openStrictTables({ areBatchesCut: false });
  const { keys, projects, images, usage } = tables.names;
  Object.assign(process.env, NAMES, {
    [ENVIRONMENT.keysTable]: keys,
    [ENVIRONMENT.projectsTable]: projects,
    [ENVIRONMENT.imagesTable]: images,
    [ENVIRONMENT.usageTable]: usage,
  });
  const peer = createCountedPeer();
  const inMemory = tables.connect();
  const stored = createStoredObjects();
  const counted = (send: (command: AnyCommand) => Promise<object>) => ({
    send: (command: AnyCommand) =>
      peer.send(command.constructor.name.replace('Command', ''), () => send(command)),
  });
  const s3 = counted(stored) as unknown as S3Client;
  return {
    peer,
    dynamo: counted((command) =>
      inMemory.send(command as never),
    ) as unknown as DynamoDBDocumentClient,
    objects: createS3ObjectStore(s3, BUCKETS),
  };
}
