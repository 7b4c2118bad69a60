import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** The requests to DynamoDB since the last count. */
export interface Asked {
  requests: number;
  /** Items that queries went through, and that reads and transactions named. */
  items: number;
  readUnits: number;
  writeUnits: number;
}

export const NOTHING_ASKED: Asked = { requests: 0, items: 0, readUnits: 0, writeUnits: 0 };

/**
 * Amazon DynamoDB developer guide, "Read and write operations": a unit of a consistent read; a
 * transaction's writes count twice.
 */
const READ_UNIT_BYTES = 4_096;
const UNITS_OF_A_TRANSACTED_WRITE = 2; // of at most 1 KB, as every item here is

interface AnyCommand {
  readonly input: {
    readonly TransactItems?: readonly unknown[];
    readonly RequestItems?: Readonly<Record<string, { readonly Keys?: readonly unknown[] }>>;
  };
}
interface AnyAnswer {
  readonly ScannedCount?: number;
  readonly Item?: object;
  readonly Items?: readonly object[];
  readonly Responses?: Readonly<Record<string, readonly object[]>>;
}
type Send = (command: AnyCommand) => Promise<AnyAnswer>;

/** A little more than DynamoDB counts: quotes and braces are in it. */
const bytesOf = (items: readonly object[]) => Buffer.byteLength(JSON.stringify(items));
const unitsOf = (items: readonly object[]) =>
  Math.max(1, Math.ceil(bytesOf(items) / READ_UNIT_BYTES));

function readUnitsOf({ Item, Items, Responses }: AnyAnswer): number {
  if (Items) return unitsOf(Items); // a query is rounded up once
  const each = Responses ? Object.values(Responses).flat() : [Item ?? {}];
  return each.reduce((sum: number, item) => sum + unitsOf([item]), 0);
}

function itemsOf({ input }: AnyCommand, { ScannedCount }: AnyAnswer): number {
  const batched = Object.values(input.RequestItems ?? {}).flatMap(({ Keys = [] }) => Keys);
  return ScannedCount ?? input.TransactItems?.length ?? (batched.length || 1);
}

/**
 * A client that counts the units of its requests. The emulator's own count is no help: it counts a
 * query as one unit, however much it reads.
 */
export function countingClient(
  client: DynamoDBDocumentClient,
  requested: Asked,
): DynamoDBDocumentClient {
  const real = client.send.bind(client) as unknown as Send;
  const send: Send = async (command) => {
    const answer = await real(command);
    const writes = command.input.TransactItems?.length ?? 0;
    requested.requests += 1;
    requested.items += itemsOf(command, answer);
    if (writes > 0) requested.writeUnits += writes * UNITS_OF_A_TRANSACTED_WRITE;
    else requested.readUnits += readUnitsOf(answer);
    return answer;
  };
  return { ...client, send } as unknown as DynamoDBDocumentClient;
}
