import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { DirectUpload, Validation } from '../../../core/images/direct-upload.ts';
import type { TemporaryImageId } from '../../../core/images/ids.ts';
import type { TemporaryImage, TemporaryLimits } from '../../../core/images/image-states.ts';
import type {
  DirectUploadStore,
  Refusal,
} from '../../../core/ports/uploads/direct-upload-store.ts';
import { DIRECT_UPLOAD } from '../../rows/upload-columns.ts';
import { dynamoItem } from '../client/read-item.ts';
import { untilAnswered, withRetry } from '../client/retry.ts';
import {
  type FailedConditions,
  type Write,
  writeTransaction,
} from '../client/transactional-write.ts';
import type { ImageTables } from '../client/usage.ts';
import { temporaryEnd, temporaryItem } from '../images/image-rows.ts';
import { type Applicant, removeUnsaved, takeUnsavedPlace } from '../images/unsaved-images.ts';

/** Separate from the image's record, so that readers of that never see an image without bytes. */
const uploadKey = (id: TemporaryImageId) => ({ id, part: 'upload' });

const STATE = { '#state': 'state' };
const IS_PENDING = '#state = :pending';
const NOT_PENDING = 'not_pending';

interface Parts {
  readonly client: DynamoDBDocumentClient;
  readonly tables: ImageTables;
}

function uploadItem(upload: DirectUpload): Record<string, unknown> {
  const { temporaryImageId, expiresAt } = upload;
  return { ...upload, ...uploadKey(temporaryImageId), endsAt: temporaryEnd(expiresAt) };
}

const uploadOfItem = dynamoItem('images', DIRECT_UPLOAD);

/** Changes the upload while its validation has not ended. */
function validationWrite(table: string, id: TemporaryImageId, set: string, values: object): Write {
  return {
    Update: {
      TableName: table,
      Key: uploadKey(id),
      UpdateExpression: `SET ${set}`,
      ConditionExpression: IS_PENDING,
      ExpressionAttributeNames: STATE,
      ExpressionAttributeValues: { ...values, ':pending': 'pending' },
    },
  };
}

/**
 * Takes a place among the project's unsaved images in one transaction with other writes; undefined
 * if a change came between.
 */
async function takePlace(
  { client, tables }: Parts,
  place: Applicant,
  limits: TemporaryLimits,
  now: number,
  {
    writes,
    patience,
  }: { writes: readonly Write[]; patience: Parameters<typeof writeTransaction>[2] },
): Promise<FailedConditions | 'limit_exceeded' | undefined> {
  const taken = await takeUnsavedPlace(client, tables.usage, place, { limits, now });
  if (taken === 'limit_exceeded') return taken;
  const failed = await writeTransaction(client, [...writes, ...taken], patience);
  const isPlaceAlone = failed.size > 0 && [...failed].every((at) => at >= writes.length);
  return isPlaceAlone ? undefined : failed;
}

function createAdd(parts: Parts): DirectUploadStore['add'] {
  return (upload, limits, now) =>
    untilAnswered(async (patience) => {
      const item = uploadItem(upload);
      const ConditionExpression = 'attribute_not_exists(id)';
      const writes = [{ Put: { TableName: parts.tables.images, Item: item, ConditionExpression } }];
      const place = { ...upload, endsAtMs: upload.pendingUntil };
      const failed = await takePlace(parts, place, limits, now, { writes, patience });
      if (failed === 'limit_exceeded' || failed === undefined) return failed;
      if (failed.size > 0) throw new Error('the direct upload already exists');
      return 'added';
    });
}

function acceptingWrites({ tables }: Parts, image: TemporaryImage): Write[] {
  const Item = temporaryItem(image);
  const values = { ':accepted': 'accepted' };
  return [
    validationWrite(tables.images, image.temporaryImageId, '#state = :accepted', values),
    {
      Put: { TableName: tables.images, Item, ConditionExpression: 'attribute_not_exists(id)' },
    },
  ];
}

function createAccept(parts: Parts): DirectUploadStore['accept'] {
  return (image, limits, now) =>
    untilAnswered(async (patience) => {
      const writes = acceptingWrites(parts, image);
      const place = { ...image, endsAtMs: image.expiresAt };
      const failed = await takePlace(parts, place, limits, now, { writes, patience });
      if (failed === 'limit_exceeded' || failed === undefined) return failed;
      return failed.size > 0 ? 'not_pending' : 'accepted';
    });
}

/**
 * Changes the attempts to validate an upload, unless another change came between: undefined then.
 */
async function changeValidation(
  { client, tables }: Parts,
  { temporaryImageId, judging: previous }: DirectUpload,
  validation: Validation,
): Promise<Validation | undefined> {
  const isAsRead =
    previous === null ? '(attribute_not_exists(judging) OR judging = :was)' : 'judging = :was';
  const Update = {
    TableName: tables.images,
    Key: uploadKey(temporaryImageId),
    UpdateExpression: 'SET judging = :judging',
    ConditionExpression: `${IS_PENDING} AND ${isAsRead}`,
    ExpressionAttributeNames: STATE,
    ExpressionAttributeValues: { ':pending': 'pending', ':was': previous, ':judging': validation },
  };
  const failed = await writeTransaction(client, [{ Update }]);
  return failed.size === 0 ? validation : undefined;
}

function createBeginValidation(
  parts: Parts,
  get: DirectUploadStore['get'],
): DirectUploadStore['beginValidation'] {
  return async (id, etag, now) => {
    const begun = await untilAnswered(async () => {
      const upload = await get(id);
      if (upload?.state !== 'pending') return NOT_PENDING;
      const openTries = (upload.judging?.etag === etag ? upload.judging.openTries : 0) + 1;
      return changeValidation(parts, upload, { etag, openTries, since: now });
    });
    return begun === NOT_PENDING ? undefined : begun.openTries;
  };
}

function createEndValidation(
  parts: Parts,
  get: DirectUploadStore['get'],
): DirectUploadStore['endValidation'] {
  return async (id, etag) => {
    await untilAnswered(async () => {
      const upload = await get(id);
      if (upload?.state !== 'pending') return NOT_PENDING;
      const { judging } = upload;
      if (judging?.etag !== etag || judging.openTries === 0) return NOT_PENDING;
      return changeValidation(parts, upload, { ...judging, openTries: judging.openTries - 1 });
    });
  };
}

/** Direct uploads in DynamoDB, in the table of images. */
export function createDynamoDirectUploadStore(
  client: DynamoDBDocumentClient,
  tables: ImageTables,
): DirectUploadStore {
  const parts = { client, tables };
  const get: DirectUploadStore['get'] = async (id) => {
    const key = { TableName: tables.images, Key: uploadKey(id), ConsistentRead: true };
    const { Item } = await withRetry(() => client.send(new GetCommand(key)));
    return uploadOfItem(Item);
  };
  const refuse = async (id: TemporaryImageId, { reason, detail }: Refusal): Promise<boolean> => {
    const upload = await get(id);
    if (upload?.state !== 'pending') return false;
    const set = '#state = :refused, reason = :reason, detail = :detail';
    const values = { ':refused': 'refused', ':reason': reason, ':detail': detail };
    const writes = [
      validationWrite(tables.images, id, set, values),
      removeUnsaved(tables.usage, upload.projectId, id),
    ];
    return (await writeTransaction(client, writes)).size === 0;
  };
  return {
    add: createAdd(parts),
    get,
    accept: createAccept(parts),
    beginValidation: createBeginValidation(parts, get),
    endValidation: createEndValidation(parts, get),
    refuse,
  };
}
