import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { AnyImageId } from '../../core/images/ids.ts';
import type { ClaimOutcome, RenditionClaim, RenditionStore } from '../../core/ports.ts';
import { freeMonth } from '../../core/projects/free-month.ts';
import { untilAnswered, withRetry } from '../dynamodb-tables/retry.ts';
import {
  countDown,
  countUp,
  monthCountEnd,
  type PictureTables,
  transformationsCounter,
} from '../dynamodb-tables/usage.ts';
import { type Write, writeTogether } from '../dynamodb-tables/write-together.ts';
import { createDynamoRecords } from '../image-store/dynamo-records.ts';
import { createDynamoAnswers } from './dynamo-answers.ts';
import { forgetReadyRows, forgetRow } from './dynamo-forget.ts';
import {
  ANY_TIME,
  checkLive,
  countRendition,
  type LivePicture,
  livePictureOf,
  uncountRendition,
} from './dynamo-live-picture.ts';
import { removeAllRows } from './dynamo-remove-all.ts';
import {
  finishRow,
  isHeld,
  isOwned,
  leaseRow,
  type RenditionRow,
  readyOf,
  removeRow,
  renditionRowKey,
} from './dynamo-rendition-rows.ts';

function findAnswer(
  row: RenditionRow | undefined,
  { isLive, generation }: LivePicture,
  claim: RenditionClaim,
): ClaimOutcome | undefined {
  if (!isLive) return { outcome: 'image_gone' };
  if (generation !== claim.generation) return { outcome: 'outdated' };
  const rendition = readyOf(row, claim);
  if (rendition) return { outcome: 'ready', rendition };
  return row && isHeld(row, claim) ? { outcome: 'in_progress' } : undefined;
}

function unitOf(tables: PictureTables, claim: RenditionClaim): Write {
  const counter = transformationsCounter(claim, claim.month);
  return countUp(tables.usage, counter, claim.maxTransformations, monthCountEnd(claim.now));
}

/** The row, the picture, and, where it costs one, the unit. */
function claimingWrites(
  tables: PictureTables,
  claim: RenditionClaim,
  row: RenditionRow | undefined,
  picture: LivePicture,
): Write[] {
  const { maxRenditions } = claim;
  const free = row && freeMonth(row, claim);
  const isCounted = row === undefined || free === undefined;
  const unit = isCounted
    ? { countedMonth: claim.month, accountId: claim.accountId }
    : { countedMonth: free, accountId: row.accountId };
  const kept =
    maxRenditions === null || picture.endsAt === undefined ? {} : { endsAt: picture.endsAt };
  return [
    leaseRow(tables.images, claim, row, { ...unit, ...kept }),
    row || maxRenditions === null
      ? checkLive(tables.images, claim)
      : countRendition(tables.images, claim, maxRenditions),
    ...(isCounted ? [unitOf(tables, claim)] : []),
  ];
}
const UNIT = 2;

function giveBackUnit(tables: PictureTables, row: RenditionRow): Write[] {
  if (row.countedMonth === null) return [];
  return [countDown(tables.usage, transformationsCounter(row, row.countedMonth))];
}

/** Renditions and the count of transformations in DynamoDB; every method is one transaction. */
export function createDynamoRenditionStore(
  client: DynamoDBDocumentClient,
  tables: PictureTables,
): RenditionStore {
  const records = createDynamoRecords(client, tables.images);
  const getRow = async (id: AnyImageId, key: string): Promise<RenditionRow | undefined> => {
    const command = new GetCommand({
      ...{ TableName: tables.images, Key: renditionRowKey(id, key), ConsistentRead: true },
    });
    return (await withRetry(() => client.send(command))).Item as RenditionRow | undefined;
  };
  const readBoth = async (claim: RenditionClaim) => {
    const [row, item] = await Promise.all([
      getRow(claim.imageId, claim.renditionKey),
      records.item(claim.imageId),
    ]);
    return { row, item, picture: livePictureOf(claim.imageId, item, claim.now) };
  };
  return {
    getRendition: async (id, key, edition) => readyOf(await getRow(id, key), edition),
    peek: async (id, key) => {
      const row = await getRow(id, key);
      if (!row) return undefined;
      const { state, version, generation, countedMonth } = row;
      return { isReady: state === 'ready', version, generation, countedMonth };
    },
    claim: (claim) =>
      untilAnswered<ClaimOutcome>(async (patience) => {
        const { row, picture } = await readBoth(claim);
        const answer = findAnswer(row, picture, claim);
        if (answer) return answer;
        const isFull = claim.maxRenditions !== null && picture.renditions >= claim.maxRenditions;
        const isFree = row && freeMonth(row, claim) !== undefined;
        if (!row && isFull) return { outcome: 'rendition_limit_exceeded' };
        const writes = claimingWrites(tables, claim, row, picture);
        const failed = await writeTogether(client, writes, patience);
        if (failed.size === 0) return { outcome: 'claimed' };
        const isUnitAlone = !isFree && failed.has(UNIT) && failed.size === 1;
        return isUnitAlone ? { outcome: 'quota_exceeded' } : undefined; // else read again
      }),
    complete: (claim, made) =>
      untilAnswered(async (patience) => {
        const { row, picture } = await readBoth(claim);
        const isTheirs = picture.isLive && picture.generation === claim.generation;
        if (!isOwned(row, claim) || !isTheirs) return false;
        // the stored picture served instead costs nothing (CONTRACT C6.12, C7.2)
        const month = made.isOriginal ? null : row.countedMonth;
        const writes = [
          finishRow(tables.images, claim, made, month),
          checkLive(tables.images, claim),
          ...(made.isOriginal ? giveBackUnit(tables, row) : []),
        ];
        const failed = await writeTogether(client, writes, patience);
        return failed.size === 0 ? true : undefined;
      }),
    release: async (claim) => {
      await untilAnswered(async (patience) => {
        const { row, item } = await readBoth(claim);
        if (!isOwned(row, claim)) return true;
        const isCounted = claim.maxRenditions !== null && item !== undefined;
        const writes = [
          removeRow(tables.images, claim),
          ...giveBackUnit(tables, row),
          ...(isCounted ? [uncountRendition(tables.images, claim.imageId)] : []),
        ];
        const failed = await writeTogether(client, writes, patience);
        return failed.size === 0 ? true : undefined;
      });
    },
    forget: (id, key, edition) => forgetRow(client, tables.images, id, key, edition),
    forgetAll: async (id) => {
      const item = await records.item(id);
      const isThere = livePictureOf(id, item, ANY_TIME).isLive;
      await (isThere ? forgetReadyRows : removeAllRows)(client, tables.images, id);
    },
    ...createDynamoAnswers(client, tables.images),
  };
}
