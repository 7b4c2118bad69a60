import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AwsClient,
  type FunctionClient,
  longestAttemptMs,
  longestCallMs,
  longestWaitMs,
  TIME_LIMITS,
  type TimeLimits,
  uploadMs,
} from '../../adapters/aws-clients/time-limits.ts';
import { S3_SOURCE_LIMITS } from '../../cli/import/s3-source-limits.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import { FUNCTIONS, type FunctionName } from '../../lib/functions.ts';
import { type ModuleGraph, readModuleGraph } from '../support/sources/module-graph.ts';
import {
  findInProduct,
  nameOf,
  nodesOf,
  parseFile,
  parseSource,
  type SyntaxNode,
  visitSyntax,
  writtenAs,
} from '../support/sources/syntax-tree.ts';

/** The only places that make a client. */
const MAKERS: Readonly<Record<string, string>> = {
  'adapters/aws-clients/create-client.ts: new Client({ ...timedSettings(limits), ...more })':
    'of every row',
  'cli/import/s3-source.ts: new S3Client({ ...S3_SOURCE_LIMITS, forcePathStyle: true, followRegionRedirects: true, })':
    'imports nothing of the adapters; its limits are compared below',
};

const isClient = (node: SyntaxNode) =>
  node.type === 'NewExpression' &&
  // a document client is around another one
  /(?<!Document)Client$/.test(nameOf(node.callee));

/** The clients of AWS that a source makes itself. */
function madeIn(source: string, tree: SyntaxNode): string[] {
  const made: string[] = [];
  visitSyntax(tree, (node) => {
    if (isClient(node)) made.push(writtenAs(source, node));
  });
  return made;
}

/** Calls of createAwsClient, each with the name of its row and of its class. */
function rowsIn(tree: SyntaxNode): { row: string; made: string }[] {
  const rows: { row: string; made: string }[] = [];
  visitSyntax(tree, (node) => {
    if (node.type !== 'CallExpression' || nameOf(node.callee) !== 'createAwsClient') return;
    const [, row, made] = nodesOf(node.arguments);
    rows.push({ row: String(row?.value), made: nameOf(made) });
  });
  return rows;
}

describe('the clients of AWS', () => {
  it('are made with the time limits of the table, at one place', () => {
    expect(findInProduct(/new [\w.]*Client\(/, madeIn)).toEqual(Object.keys(MAKERS).sort());
  });

  it('have the row of their class', () => {
    const wrong = findInProduct(/createAwsClient\(/, (_, tree) =>
      rowsIn(tree).flatMap(({ row, made }) => (row === made ? [] : [`${made} by ${row}`])),
    );
    expect(wrong).toEqual([]);
  });

  it.each([
    'const client = new SQSClient({});',
    'const client = new sdk.S3Client(settings);',
    'send(new DynamoDBClient());',
  ])('one without limits is found: %s', (source) => {
    expect(madeIn(source, parseSource(source))).toHaveLength(1);
  });

  it('of an import have the limits of a command, which its program does not contain', () => {
    const { connectionMs, requestMs, idleMs, attempts } = TIME_LIMITS.command.S3Client;
    expect(S3_SOURCE_LIMITS).toEqual({
      maxAttempts: attempts,
      requestHandler: {
        connectionTimeout: connectionMs,
        requestTimeout: requestMs,
        throwOnRequestTimeout: true,
        socketTimeout: idleMs,
      },
    });
  });
});

const ROWS: readonly (readonly [string, TimeLimits])[] = [
  ...Object.entries(TIME_LIMITS.function).map(([name, row]) => [`function ${name}`, row] as const),
  ...Object.entries(TIME_LIMITS.command).map(([name, row]) => [`command ${name}`, row] as const),
];

describe('each row of time limits', () => {
  it.each(ROWS)('%s ends, and has room for one attempt', (_, row) => {
    const { connectionMs, requestMs, bodyMs, attempts, budgetMs } = row;
    for (const limit of [connectionMs, requestMs, bodyMs, attempts, budgetMs]) {
      expect(limit).toBeGreaterThan(0);
    }
    expect(connectionMs).toBeLessThanOrEqual(requestMs);
    expect(longestAttemptMs(row)).toBeLessThanOrEqual(budgetMs);
    expect(longestCallMs(row)).toBeLessThanOrEqual(budgetMs);
    expect(Number.isFinite(longestWaitMs(row))).toBe(true);
  });
});

/** Until a function has its problem written and sent. */
const ANSWER_ROOM_MS = 500;

/** When a function must answer, if that is before its timeout. */
const DEADLINES: Partial<Readonly<Record<FunctionName, number>>> = {
  'render-image': LIMITS.deliveryWorkMs,
  'upload-temporary-image': LIMITS.uploadDeadlineMs,
};
/** The largest body that a function stores; others store nothing of size. */
const STORED_BYTES: Partial<Readonly<Record<FunctionName, number>>> = {
  'upload-temporary-image': LIMITS.maxUploadBytes,
  'upload-from-url': LIMITS.maxSourceBytes,
  'accept-direct-upload': LIMITS.maxDirectUploadBytes,
  'render-image': LIMITS.maxReadAheadBytes,
  'render-queued': LIMITS.maxReadAheadBytes,
};

/** The clients that a file and its imports make. */
function clientsOf(graph: ModuleGraph, entry: string): Set<AwsClient> {
  const [seen, found, remaining] = [new Set<string>(), new Set<AwsClient>(), [entry]];
  for (let file = remaining.pop(); file !== undefined; file = remaining.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    remaining.push(...(graph.get(file) ?? []));
    if (!graph.has(file) || !/createAwsClient\(/.test(readFileSync(file, 'utf8'))) continue;
    for (const { row } of rowsIn(parseFile(file).tree)) if (row) found.add(row as AwsClient);
  }
  found.delete('undefined' as AwsClient); // the maker's own declaration
  return found;
}

/** The time of one call of a client beyond the deadline of its function, or nothing. */
function overrunOf(name: FunctionName, client: FunctionClient, row: TimeLimits): string[] {
  const deadlineMs = DEADLINES[name] ?? FUNCTIONS[name].timeoutMs;
  const sentMs = client === 'S3Client' ? uploadMs(STORED_BYTES[name] ?? 0) : 0;
  const overMs = longestWaitMs(row) + sentMs + ANSWER_ROOM_MS - deadlineMs;
  return overMs > 0 ? [`${name}: ${client} ${overMs} ms over`] : [];
}

describe('the longest call of a client in a function', () => {
  const names = Object.keys(FUNCTIONS) as FunctionName[];
  let graph: ModuleGraph;
  beforeAll(async () => {
    graph = await readModuleGraph(names.map((name) => FUNCTIONS[name].entry));
  });

  it('ends before the deadline of the function, with room for an answer', () => {
    const used = names.map((name) => [name, clientsOf(graph, FUNCTIONS[name].entry)] as const);
    const rows: Partial<Record<AwsClient, TimeLimits>> = TIME_LIMITS.function;
    const wrong = used.flatMap(([name, clients]) =>
      [...clients].flatMap((client) => {
        const row = rows[client];
        if (!row) return [`${name}: ${client} has no row of a function`];
        return overrunOf(name, client as FunctionClient, row);
      }),
    );
    expect(wrong).toEqual([]);
    const all = new Set(used.flatMap(([, clients]) => [...clients]));
    expect([...all].sort()).toEqual(Object.keys(TIME_LIMITS.function).sort());
    expect([...clientsOf(graph, FUNCTIONS['render-image'].entry)].sort()).toEqual([
      'DynamoDBClient',
      'S3Client',
      'SQSClient',
    ]);
  });

  it('an overrun is found: the five attempts of 5 s that S3 had', () => {
    const row = { ...TIME_LIMITS.function.S3Client, requestMs: 5_000, budgetMs: 25_600 };
    expect(overrunOf('save-temporary-image', 'S3Client', row)).toEqual([
      'save-temporary-image: S3Client 11100 ms over',
    ]);
  });
});
