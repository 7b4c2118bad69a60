import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { type Invitation, invitationEnd } from '../../../core/accounts/invitation.ts';
import { isEnough } from '../../../core/accounts/roles.ts';
import type {
  AcceptOutcome,
  InvitationStore,
} from '../../../core/ports/members/invitation-store.ts';
import type { Membership } from '../../../core/ports/members/membership-store.ts';
import { optional, text } from '../../rows/columns.ts';
import { INVITATION } from '../../rows/member-columns.ts';
import type { RecordRead } from '../../rows/read-row.ts';
import { queryAll } from '../client/query-all.ts';
import { dynamoItem } from '../client/read-item.ts';
import { untilAnswered, withRetry } from '../client/retry.ts';
import { type Write, writeTransaction } from '../client/transactional-write.ts';
import { endsAt } from '../client/usage.ts';
import { checkRole, getMember } from './member-rows.ts';

/** Names of the tables that accepting an invitation writes. */
export interface InvitationTables {
  readonly members: string;
  readonly projects: string;
}

type Key = { readonly projectId: string; readonly accountId: string };
/** An invitation with the SHA-256 of its code, from its item by ID. */
export const invitationOfItem = dynamoItem('members', { ...INVITATION, sha256: text });
const readPointer = dynamoItem('members', {
  invitedTo: text,
  invitationId: optional(text),
  acceptedBy: optional(text),
});
type InvitationItem = RecordRead<typeof invitationOfItem>;

const PREFIX = 'invitation#';
const byId = (projectId: string, invitationId: string): Key => ({
  projectId,
  accountId: PREFIX + invitationId,
});
/** The key of an invitation's item by the SHA-256 of its code. */
export const byCode = (sha256: string): Key => ({ projectId: PREFIX + sha256, accountId: 'code' });

function invitationOf({ sha256: _, ...invitation }: InvitationItem): Invitation {
  return invitation;
}

const putNew = (table: string, Item: Record<string, unknown>): Write => ({
  Put: { TableName: table, Item, ConditionExpression: 'attribute_not_exists(projectId)' },
});

/** The two items of an invitation: by its ID, and by its code. */
export function invitationItems(
  sha256: string,
  invitation: Invitation,
): readonly Record<string, unknown>[] {
  const { projectId, invitationId } = invitation;
  const end = { endsAt: endsAt(invitation.expiresAt) };
  return [
    { ...invitation, ...byId(projectId, invitationId), sha256, ...end },
    { ...byCode(sha256), invitedTo: projectId, invitationId, ...end },
  ];
}

/**
 * A member's item; and where they accepted an invitation, the item of its code, by which a retry
 * finds their project.
 */
export function memberItems(member: Membership): readonly Record<string, unknown>[] {
  const { projectId, accountId, createdAt, invitationSha256 } = member;
  if (invitationSha256 === undefined) return [{ ...member }];
  const end = { endsAt: endsAt(invitationEnd(createdAt)) };
  const accepted = { ...byCode(invitationSha256), invitedTo: projectId, acceptedBy: accountId };
  return [{ ...member }, { ...accepted, ...end }];
}

/** Its item by ID, if it exists. */
function removeById(table: string, { projectId, invitationId }: InvitationItem): Write {
  return {
    Delete: {
      TableName: table,
      Key: byId(projectId, invitationId),
      ConditionExpression: 'attribute_exists(projectId)',
    },
  };
}

/** Both of its items, if it exists. */
function removingWrites(table: string, invitation: InvitationItem): Write[] {
  return [
    removeById(table, invitation),
    { Delete: { TableName: table, Key: byCode(invitation.sha256) } },
  ];
}

function joiningWrites(
  { members, projects }: InvitationTables,
  invitation: InvitationItem,
  inviter: Membership,
  { accountId, now }: { readonly accountId: string; readonly now: number },
): Write[] {
  const { projectId, role, email, sha256: invitationSha256 } = invitation;
  const joined = { projectId, accountId, role, createdAt: now, email, invitationSha256 };
  const [member = {}, code = {}] = memberItems(joined);
  return [
    removeById(members, invitation),
    { Put: { TableName: members, Item: code } },
    putNew(members, member),
    checkRole(members, inviter, inviter.role),
    {
      ConditionCheck: {
        TableName: projects,
        Key: { entity: projectId },
        ConditionExpression: 'attribute_exists(entity) AND attribute_not_exists(deletedAt)',
      },
    },
  ];
}
const PROJECT = 4;

function createReads(client: DynamoDBDocumentClient, table: string) {
  const get = async (key: Key): Promise<Record<string, unknown> | undefined> => {
    const command = new GetCommand({ TableName: table, Key: key, ConsistentRead: true });
    return (await withRetry(() => client.send(command))).Item;
  };
  const byItsId = async (projectId: string, invitationId: string, now: number) => {
    const item = invitationOfItem(await get(byId(projectId, invitationId)));
    return item && item.expiresAt > now ? item : undefined; // its time to live is late
  };
  return {
    byItsId,
    byItsCode: async (sha256: string, now: number) => {
      const { invitedTo, invitationId } = readPointer(await get(byCode(sha256))) ?? {};
      if (invitedTo === undefined || invitationId === undefined) return undefined; // or accepted
      return byItsId(invitedTo, invitationId, now);
    },
    /** The project whose invitation the account accepted. */
    acceptedTo: async (sha256: string, accountId: string) => {
      const pointer = readPointer(await get(byCode(sha256)));
      return pointer?.acceptedBy === accountId ? pointer.invitedTo : undefined;
    },
  };
}

function createAccept(
  client: DynamoDBDocumentClient,
  tables: InvitationTables,
): InvitationStore['acceptInvitation'] {
  const reads = createReads(client, tables.members);
  const member = (projectId: string, accountId: string) =>
    getMember(client, tables.members, { projectId, accountId });
  return (sha256, accountId, now) =>
    untilAnswered<AcceptOutcome>(async (patience) => {
      const invitation = await reads.byItsCode(sha256, now);
      if (!invitation) return 'not_found';
      const { projectId, invitedBy, role } = invitation;
      const [inviter, own] = await Promise.all([
        member(projectId, invitedBy),
        member(projectId, accountId),
      ]);
      if (!inviter || !isEnough(inviter.role, role)) return 'not_found';
      if (own) return 'already_member';
      const writes = joiningWrites(tables, invitation, inviter, { accountId, now });
      const failed = await writeTransaction(client, writes, patience);
      if (failed.has(PROJECT)) return 'not_found';
      return failed.size === 0 ? 'joined' : undefined; // otherwise read the concurrent change
    });
}

function createFindAccepted(
  client: DynamoDBDocumentClient,
  { members }: InvitationTables,
): InvitationStore['findAccepted'] {
  const reads = createReads(client, members);
  return async (sha256, accountId, now) => {
    const projectId = await reads.acceptedTo(sha256, accountId);
    const member = projectId && (await getMember(client, members, { projectId, accountId }));
    // a removed member may have come back by another invitation
    if (!member || member.invitationSha256 !== sha256) return undefined;
    return invitationEnd(member.createdAt) > now ? member : undefined; // its time to live is late
  };
}

/**
 * Invitations in DynamoDB, read consistently. Each has two items, by project and by code, which are
 * always written together. The one by code outlives the acceptance for a while.
 */
export function createDynamoInvitationStore(
  client: DynamoDBDocumentClient,
  tables: InvitationTables,
): InvitationStore {
  const { members } = tables;
  const reads = createReads(client, members);
  return {
    addInvitation: async (sha256, invitation) => {
      const failed = await writeTransaction(
        client,
        invitationItems(sha256, invitation).map((item) => putNew(members, item)),
      );
      if (failed.size > 0) throw new Error('the invitation already exists');
    },
    findInvitation: async (sha256, now) => {
      const item = await reads.byItsCode(sha256, now);
      return item && invitationOf(item);
    },
    readInvitation: async (sha256) => {
      const item = await reads.byItsCode(sha256, 0); // every time is later
      return item && invitationOf(item);
    },
    listInvitations: async (projectId, now) => {
      const items = await queryAll(client, {
        TableName: members,
        ConsistentRead: true,
        KeyConditionExpression: 'projectId = :project AND begins_with(accountId, :invitation)',
        ExpressionAttributeValues: { ':project': projectId, ':invitation': PREFIX },
      });
      const found = items.map((item) => invitationOf(invitationOfItem(item)));
      return found
        .filter(({ expiresAt }) => expiresAt > now)
        .sort((a, b) => a.invitedAt - b.invitedAt);
    },
    revokeInvitation: async (projectId, invitationId, now) => {
      const item = await reads.byItsId(projectId, invitationId, now);
      if (!item) return false;
      const failed = await writeTransaction(client, removingWrites(members, item));
      return failed.size === 0;
    },
    acceptInvitation: createAccept(client, tables),
    findAccepted: createFindAccepted(client, tables),
  };
}
