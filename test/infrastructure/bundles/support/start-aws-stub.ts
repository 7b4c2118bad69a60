import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

type Wire = Record<string, unknown>;
interface Asked {
  readonly TableName: string;
  readonly Key?: Wire;
  readonly Item?: Wire;
  readonly TransactItems?: readonly { readonly Put?: Asked }[];
  readonly RequestItems?: Readonly<Record<string, { readonly Keys: readonly Wire[] }>>;
}

const KEY_NAMES = ['id', 'part', 'entity', 'counter', 'lookup'];

/** Where an item is kept: its table, and those of its attributes that are keys. */
function placeOf(table: string, attributes: Wire): string {
  return JSON.stringify([table, ...KEY_NAMES.map((name) => attributes[name])]);
}

/** DynamoDB as far as one reader needs it: items are put and got, and every condition holds. */
function createTables() {
  const items = new Map<string, Wire>();
  const put = ({ TableName, Item = {} }: Asked) => void items.set(placeOf(TableName, Item), Item);
  return (operation: string, requested: Asked): Wire => {
    if (operation === 'PutItem') put(requested);
    for (const { Put } of requested.TransactItems ?? []) if (Put) put(Put);
    if (operation === 'BatchGetItem') {
      const answers = Object.entries(requested.RequestItems ?? {}).map(([table, { Keys }]) => [
        table,
        Keys.flatMap((key) => items.get(placeOf(table, key)) ?? []),
      ]);
      return { Responses: Object.fromEntries(answers), UnprocessedKeys: {} };
    }
    if (operation !== 'GetItem') return {};
    const Item = items.get(placeOf(requested.TableName, requested.Key ?? {}));
    return Item ? { Item } : {};
  };
}

/** A started stub. */
export interface AwsStub {
  readonly endpoint: string;
  /** The objects by their paths, `/bucket/key`. */
  readonly objects: Map<string, Buffer>;
  stop(): void;
}

/** DynamoDB and S3 on the loopback interface, as far as one function in one process needs them. */
export async function startAwsStub(): Promise<AwsStub> {
  const answerTables = createTables();
  const objects = new Map<string, Buffer>();
  const answerObjects = ({ method }: IncomingMessage, path: string, body: Buffer) => {
    if (method === 'PUT') objects.set(path, body);
    return objects.get(path);
  };
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const [, operation] = String(request.headers['x-amz-target'] ?? '').split('.');
    if (operation) {
      const answer = answerTables(operation, JSON.parse(body.toString()));
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' });
      return response.end(JSON.stringify(answer));
    }
    const found = answerObjects(request, (request.url ?? '').split('?')[0] ?? '', body);
    return found
      ? response.end(request.method === 'PUT' ? '' : found)
      : response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { endpoint: `http://127.0.0.1:${port}`, objects, stop };
}
