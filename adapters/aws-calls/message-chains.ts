import { AsyncLocalStorage } from 'node:async_hooks';
import { listOr, textOr, valueAt } from '../../core/foundation/json/json-value.ts';
import { json, mapOf, number } from '../rows/columns.ts';

/**
 * The number of runs of each function that led to a message, one from the other. AWS Lambda counts
 * the same by the lineage in its trace header.
 */
type Chain = Readonly<Record<string, number>>;

/** Of a message, the emulator's replacement for that header. */
const ATTRIBUTE = 'chain';
const current = new AsyncLocalStorage<Chain>();

const readChain = json(mapOf(number));

/** Of a batch, the longest chain of each function. */
function chainOf(records: readonly unknown[]): Chain {
  const longest: Record<string, number> = {};
  for (const record of records) {
    const text = textOr(valueAt(record, 'messageAttributes', ATTRIBUTE, 'stringValue'), '{}');
    for (const [name, runs] of Object.entries(readChain(text))) {
      longest[name] = Math.max(longest[name] ?? 0, runs);
    }
  }
  return longest;
}

/**
 * Runs a function on an event, as a part of its messages' chain; calls `note` with the number of
 * its runs, this one included.
 */
export function runInChain<T>(
  functionName: string,
  event: unknown,
  note: (runs: number) => void,
  run: () => T,
): T {
  const before = chainOf(listOr(valueAt(event, 'Records')));
  const runs = (before[functionName] ?? 0) + 1;
  note(runs);
  return current.run({ ...before, [functionName]: runs }, run);
}

interface Stack {
  add(
    middleware: (
      next: (args: { readonly input: object }) => unknown,
      context: { readonly commandName?: string },
    ) => (args: { readonly input: object }) => unknown,
    options: { readonly step: 'initialize'; readonly priority: 'high'; readonly name: string },
  ): void;
}

/** Adds the present chain to the messages that a client sends. */
export function passChainOn<Client extends { readonly middlewareStack: object }>(
  client: Client,
): Client {
  const middleware: Parameters<Stack['add']>[0] =
    (next, { commandName }) =>
    ({ input }) => {
      const chain = current.getStore();
      if (!chain || commandName !== 'SendMessageBatchCommand') return next({ input });
      const attribute = { DataType: 'String', StringValue: JSON.stringify(chain) };
      const { Entries = [] } = input as { Entries?: readonly { MessageAttributes?: object }[] };
      const marked = Entries.map((entry) => ({
        ...entry,
        MessageAttributes: { ...entry.MessageAttributes, [ATTRIBUTE]: attribute },
      }));
      return next({ input: { ...input, Entries: marked } });
    };
  const stack = client.middlewareStack as Stack;
  stack.add(middleware, { step: 'initialize', priority: 'high', name: 'passChainOn' });
  return client;
}
