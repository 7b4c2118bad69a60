import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Handover, HandoverOutcome, Handovers } from '../../core/accounts/handovers.ts';
import type { Role } from '../../core/accounts/roles.ts';
import { countProject, LIVES, UNCOUNTED_PERSON } from '../dynamodb-tables/project-count.ts';
import { withRetry } from '../dynamodb-tables/retry.ts';
import { imagesCounter, moveImagesIn, moveImagesOut } from '../dynamodb-tables/usage.ts';
import { type Write, writeTogether } from '../dynamodb-tables/write-together.ts';
import { checkRole } from '../membership-store/dynamo-member-items.ts';

/** Names of the tables that a hand-over stands in. */
export interface HandoverTables {
  readonly members: string;
  readonly projects: string;
  readonly usage: string;
}

/** The project's place in the number of its account's; the receiver's is held to its plan. */
function moveProjectCount(table: string, { from, to, plan }: Handover): Write[] {
  const receiver = { accountId: to, plan };
  return [
    countProject(table, receiver, plan.maxProjects, UNCOUNTED_PERSON, LIVES),
    {
      Update: {
        TableName: table,
        Key: { entity: from },
        UpdateExpression: 'SET projectCount = if_not_exists(projectCount, :uncounted) - :one',
        ConditionExpression: 'attribute_exists(entity)',
        ExpressionAttributeValues: { ':uncounted': UNCOUNTED_PERSON, ':one': 1 },
      },
    },
  ];
}

/** Of the receiver's projects it is none that was there first. */
function setAccount(table: string, { projectId, from, to }: Handover): Write {
  return {
    Update: {
      TableName: table,
      Key: { entity: projectId },
      // nobody's first project is one that was handed to them
      UpdateExpression: 'SET accountId = :to, isDefault = :no',
      ConditionExpression: 'accountId = :from AND attribute_not_exists(deletedAt)',
      ExpressionAttributeValues: { ':to': to, ':from': from, ':no': false },
    },
  };
}

/** Gives a member a role, one who hands over only as an owner. */
function setRole(table: string, { projectId, by }: Handover, accountId: string, role: Role): Write {
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

function movingWrites(tables: HandoverTables, handover: Handover, images: number | null): Write[] {
  const { projectId, from, to, by, plan } = handover;
  const isByAnother = by !== from && by !== to;
  return [
    moveImagesIn(tables.usage, { projectId, accountId: to }, images ?? 0, plan.maxImages),
    ...moveProjectCount(tables.projects, handover),
    moveImagesOut(tables.usage, { projectId, accountId: from }, images, to),
    setAccount(tables.projects, handover),
    setRole(tables.members, handover, from, 'admin'),
    setRole(tables.members, handover, to, 'owner'),
    ...(isByAnother ? [checkRole(tables.members, { projectId, accountId: by }, 'owner')] : []),
  ];
}
const IMAGES = 0;
const PROJECTS = 1;

function outcomeOf(failed: ReadonlySet<number>): HandoverOutcome {
  if (failed.size === 0) return 'handed_over';
  if ([...failed].some((at) => at > PROJECTS)) return 'outdated';
  return failed.has(IMAGES) ? 'images_exceeded' : 'projects_exceeded';
}

/** Projects change hands in DynamoDB, in one transaction of as many writes however many images there are. */
export function createDynamoHandovers(
  client: DynamoDBDocumentClient,
  tables: HandoverTables,
): Handovers {
  /** Null where none was ever counted. */
  const countImages = async (accountId: string, projectId: string): Promise<number | null> => {
    const { counter } = imagesCounter({ accountId, projectId });
    const query = { TableName: tables.usage, Key: { counter }, ConsistentRead: true };
    const { Item } = await withRetry(() => client.send(new GetCommand(query)));
    return (Item?.[projectId] as number | undefined) ?? null;
  };
  return {
    handOver: async (handover) => {
      const images = await countImages(handover.from, handover.projectId);
      return outcomeOf(await writeTogether(client, movingWrites(tables, handover, images)));
    },
  };
}
