import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { temporaryItem } from '../../../../adapters/dynamodb/images/image-rows.ts';
import { factsOf } from '../../../../core/images/image-states.ts';
import { makeTemporary } from '../../../contract/image-store.ts';
import { checkCommand } from '../../../support/dynamodb/check-command.ts';
import type { Command } from '../../../support/dynamodb/read-command.ts';

/** The parts of a command that tell it from another. */
export interface Sent {
  readonly Key?: Readonly<Record<string, string>>;
  readonly TransactItems?: readonly object[];
  readonly ClientRequestToken?: string;
  readonly RequestItems?: object;
  readonly KeyConditionExpression?: string;
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>>;
  readonly UpdateExpression?: string;
}

type Items = ReadonlyMap<string, Record<string, unknown>>;

/** How a key is written in a test: its values, with a slash between. */
export function keyText(key: Readonly<Record<string, string>>): string {
  return Object.values(key).join('/');
}

/** An item as DynamoDB answers it, its key in it. */
function withKey(key: Readonly<Record<string, string>>, item: object): object {
  return { ...key, ...item };
}

/**
 * An item that every query of the calls can find. It is an ended image, an image to purge, a
 * member, an invitation, a project and a former original.
 */
const FOUND = {
  ...temporaryItem(makeTemporary('prj_a')),
  id: 'img_a',
  // a fact of an image, and a setting of a project
  credit: undefined,
  part: 'rendition#a',
  projectId: 'prj_a',
  accountId: 'acc_a',
  purgeAt: 1,
  createdAt: 1,
  role: 'owner',
  invitationId: 'ivt_a',
  email: 'ben@example.com',
  invitedBy: 'acc_a',
  invitedAt: 1,
  sha256: 'code',
  name: 'p',
  allowedOrigins: [],
  originalId: 'img_b',
  facts: factsOf(makeTemporary('prj_a')),
  replacedAt: 1,
};

/** The result of a batch of reads; undefined for a batch of writes. */
function answerBatch(requests: object, items: Items): object | undefined {
  const entries = Object.entries(requests as Record<string, { Keys?: Record<string, string>[] }>);
  if (!entries.every(([, { Keys }]) => Keys)) return undefined;
  const found = entries.map(([table, { Keys = [] }]) => [
    table,
    Keys.flatMap((key) => {
      const item = items.get(keyText(key));
      return item ? [withKey(key, item)] : [];
    }),
  ]);
  return { Responses: Object.fromEntries(found) };
}

/**
 * A DynamoDB of canned answers: reads find these items, writes succeed, a query finds one item
 * until a batch removes it. It refuses every command that AWS refuses.
 */
export function openFakeTables(items: Items) {
  const sent: Sent[] = [];
  const applied = new Set<string>();
  let isEmptied = false;
  const answer = (input: Sent): object => {
    if (input.TransactItems) {
      applied.add(input.ClientRequestToken ?? '');
      return {};
    }
    if (input.RequestItems) {
      const read = answerBatch(input.RequestItems, items);
      if (read) return read;
      isEmptied = true;
      return {};
    }
    if (input.KeyConditionExpression) {
      const list = input.ExpressionAttributeValues?.[':list'];
      if (list) return { Items: [...items.values()].filter(({ id }) => id === list) };
      return { Items: isEmptied ? [] : [FOUND] };
    }
    const { Key = {} } = input;
    const found = items.get(keyText(Key));
    const item = found && withKey(Key, found);
    return input.UpdateExpression ? { Attributes: { ...item, used: 7 } } : { Item: item };
  };
  let strike: (input: Sent, at: number) => Error | 'lost' | undefined = () => undefined;
  const send = async (command: Command) => {
    const input = command.input as Sent;
    checkCommand(command);
    sent.push(input);
    const struck = strike(input, sent.length - 1);
    if (struck instanceof Error) throw struck;
    const answered = answer(input);
    if (struck === 'lost') throw Object.assign(new Error('no answer came'), LOST);
    return answered;
  };
  return {
    client: { send } as unknown as DynamoDBDocumentClient,
    sent,
    /** The tokens of the transactions that were carried out: each is one, however often it came. */
    applied,
    /**
     * Decides the outcome of a call, by its name and the number of calls before it; a `lost` call
     * is carried out nevertheless.
     */
    strikeWith(decide: typeof strike): void {
      strike = decide;
    },
  };
}
const LOST = { name: 'Error', code: 'ECONNRESET' };
