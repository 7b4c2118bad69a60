import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Role } from '../../../core/accounts/roles.ts';
import type {
  OwnershipTransfer,
  OwnershipTransferOutcome,
  OwnershipTransfers,
} from '../../../core/ports/members/ownership-transfers.ts';
import { number, orNull } from '../../rows/columns.ts';
import type { SharedCount } from '../client/counter-shards.ts';
import { counterShards, readCounters, usedIn } from '../client/counter-shards.ts';
import { countProject, LIVES, UNCOUNTED_USER } from '../client/project-count.ts';
import { dynamoValue } from '../client/read-item.ts';
import { type Write, writeTransaction } from '../client/transactional-write.ts';
import {
  type Bound,
  forgetMove,
  imagesCounter,
  movedAttribute,
  moveImagesIn,
  movePartOut,
} from '../client/usage.ts';
import { checkRole } from './member-rows.ts';

/** Names of the tables that an ownership transfer writes. */
export interface OwnershipTransferTables {
  readonly members: string;
  readonly projects: string;
  readonly usage: string;
}

/**
 * The project's place in the number of its account's projects; the receiver's is limited by its
 * plan.
 */
function moveProjectCount(table: string, { from, to, plan }: OwnershipTransfer): Write[] {
  const receiver = { accountId: to, plan };
  return [
    countProject(table, receiver, plan.maxProjects, UNCOUNTED_USER, LIVES),
    {
      Update: {
        TableName: table,
        Key: { entity: from },
        UpdateExpression: 'SET projectCount = if_not_exists(projectCount, :uncounted) - :one',
        ConditionExpression: 'attribute_exists(entity)',
        ExpressionAttributeValues: { ':uncounted': UNCOUNTED_USER, ':one': 1 },
      },
    },
  ];
}

/** The receiver's default project is another one. */
function setAccount(table: string, { projectId, from, to }: OwnershipTransfer): Write {
  return {
    Update: {
      TableName: table,
      Key: { entity: projectId },
      // a transferred project is not a default project
      UpdateExpression: 'SET accountId = :to, isDefault = :no',
      ConditionExpression: 'accountId = :from AND attribute_not_exists(deletedAt)',
      ExpressionAttributeValues: { ':to': to, ':from': from, ':no': false },
    },
  };
}

/** Gives a member a role; the former owner's only if they are an owner. */
function setRole(
  table: string,
  { projectId, by }: OwnershipTransfer,
  accountId: string,
  role: Role,
): Write {
  const isBy = accountId === by;
  return {
    Update: {
      TableName: table,
      Key: { projectId, accountId },
      UpdateExpression: 'SET #role = :role',
      ConditionExpression: isBy ? '#role = :owner' : 'attribute_exists(#role)',
      ExpressionAttributeNames: { '#role': 'role' },
      ExpressionAttributeValues: { ':role': role, ...(isBy ? { ':owner': 'owner' } : {}) },
    },
  };
}

/** A project's share of a counter, null if none was ever counted there. */
interface Part {
  readonly count: SharedCount;
  readonly images: number | null;
}

interface Counts {
  /** In every counter of the former account. */
  readonly parts: readonly Part[];
  /** The bound of the receiver's exact count. */
  readonly bound: Bound | null;
  /** The receiver's marks of earlier transfers of the project. */
  readonly moved: readonly SharedCount[];
}

function movingWrites(
  tables: OwnershipTransferTables,
  transfer: OwnershipTransfer,
  { parts, bound, moved }: Counts,
): Write[] {
  const { projectId, from, to, by } = transfer;
  const isByAnother = by !== from && by !== to;
  const images = parts.reduce((sum, part) => sum + (part.images ?? 0), 0);
  return [
    moveImagesIn(tables.usage, { projectId, accountId: to }, images, bound),
    ...moveProjectCount(tables.projects, transfer),
    ...parts.map((part) => movePartOut(tables.usage, part.count, part.images, to)),
    ...moved.map((count) => forgetMove(tables.usage, count)),
    setAccount(tables.projects, transfer),
    setRole(tables.members, transfer, from, 'admin'),
    setRole(tables.members, transfer, to, 'owner'),
    ...(isByAnother ? [checkRole(tables.members, { projectId, accountId: by }, 'owner')] : []),
  ];
}
const IMAGES = 0;
const PROJECTS = 1;

function outcomeOf(failed: ReadonlySet<number>): OwnershipTransferOutcome {
  if (failed.size === 0) return 'transferred';
  if ([...failed].some((at) => at > PROJECTS)) return 'outdated';
  return failed.has(IMAGES) ? 'images_exceeded' : 'projects_exceeded';
}

/**
 * Ownership transfers in DynamoDB, in one transaction of at most 87 writes, however many images
 * there are.
 */
export function createDynamoOwnershipTransfers(
  client: DynamoDBDocumentClient,
  tables: OwnershipTransferTables,
): OwnershipTransfers {
  const readCounts = async ({ projectId, from, to, plan }: OwnershipTransfer): Promise<Counts> => {
    const [giving, taking] = [from, to].map((accountId) => imagesCounter({ accountId, projectId }));
    if (!giving || !taking) throw new Error('two accounts were given');
    const given = [giving, ...counterShards(giving)];
    const shards = counterShards(taking);
    const [formerOwner, newOwner] = await Promise.all([
      readCounters(client, tables.usage, given),
      readCounters(client, tables.usage, shards),
    ]);
    const inShards = usedIn(newOwner.values());
    const max = plan.maxImages;
    return {
      parts: given.map((count) => ({
        count,
        images: dynamoValue('usage', formerOwner.get(count.counter), projectId, orNull(number)),
      })),
      bound: max === null ? null : { max, shards: { sum: inShards, at: 0 } },
      moved: shards.filter(({ counter }) => newOwner.get(counter)?.[movedAttribute(projectId)]),
    };
  };
  return {
    transfer: async (transfer) => {
      const writes = movingWrites(tables, transfer, await readCounts(transfer));
      return outcomeOf(await writeTransaction(client, writes));
    },
  };
}
