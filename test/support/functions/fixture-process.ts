/** The entry of function processes whose function misbehaves in every way that the pool must bear. */
import type { Writable } from 'node:stream';
import type { FunctionSettings } from '../../../local/function-settings.ts';
import { runFunction } from '../../../local/run-function.ts';

declare const awslambda: {
  HttpResponseStream: { from(stream: Writable, head: object): Writable };
};

interface FixtureEvent {
  readonly act: string;
}

async function act({ act: what }: FixtureEvent, needsEngine: () => Promise<unknown>) {
  if (what === 'hang') await new Promise(() => undefined);
  if (what === 'spin') for (;;);
  if (what === 'exit') process.exit(3);
  if (what === 'throw') throw new Error('thrown by the fixture');
  if (what === 'slow') await new Promise((resolve) => setTimeout(resolve, 400));
  if (what === 'heavy') await needsEngine();
  return { pid: process.pid, what };
}

const base = { timeoutMs: 2_500, isStreaming: false, maxProcesses: 3 };

const FUNCTIONS: Readonly<Record<string, FunctionSettings>> = {
  plain: {
    ...base,
    createHandler: (services) => (event: FixtureEvent) => act(event, services.imageEngine),
  },
  divided: {
    ...base,
    ...{ maxProcesses: 1, maxHeavyProcesses: 1 },
    createHandler: (services) => (event: FixtureEvent) => act(event, services.imageEngine),
  },
  streamed: {
    ...base,
    isStreaming: true,
    createHandler: () => async (event: FixtureEvent, raw: Writable) => {
      const stream = awslambda.HttpResponseStream.from(raw, {
        statusCode: 200,
        headers: { a: 'b' },
      });
      for (let at = 0; at < 20; at += 1) {
        if (event.act === 'exit' && at === 5) process.exit(3);
        await new Promise((resolve) => stream.write(Buffer.alloc(1_000_000, at), resolve));
      }
      await new Promise<void>((resolve) => stream.end(resolve));
    },
  },
};

runFunction(FUNCTIONS, JSON.parse(process.argv[2] ?? '{}'));
