import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';

const INIT = resolve('test/support/localstack/host/init.mjs');
const folder = mkdtempSync(join(tmpdir(), 'imagewell-init-'));
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Sends each event in turn to a function of this code; returns the answers, and the end of its
 * process.
 */
async function runFunction(code: string, ...events: readonly unknown[]) {
  writeFileSync(join(folder, 'index.mjs'), code);
  const env = {
    LAMBDA_TASK_ROOT: folder,
    _HANDLER: 'index.handler',
    AWS_LAMBDA_FUNCTION_NAME: 'f',
  };
  const child = spawn(process.execPath, [INIT, '3'], {
    env,
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
  });
  const exit = once(child, 'exit') as Promise<[number | null]>;
  const lines = createInterface({ input: child.stdio[3] as Readable })[Symbol.asyncIterator]();
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever fields it expects
  const hear = async (): Promise<any> => {
    const { value, done } = await lines.next();
    return done ? undefined : JSON.parse(value);
  };
  const answers = [await hear()];
  for (const event of events) {
    const message = {
      'invoke-id': 'request-1',
      payload: JSON.stringify(event),
      'timeout-ms': 9_000,
    };
    child.stdin?.write(`${JSON.stringify(message)}\n`);
    answers.push(await hear());
  }
  child.stdin?.on('error', () => undefined).end();
  return { answers, code: (await exit)[0] };
}

const textOf = ({ result }: { result: string }) => Buffer.from(result, 'base64').toString('latin1');

describe('a function as a process, in place of LocalStack’s containers', () => {
  it('answers one event after the other, and ends with its input', async () => {
    const code = `setInterval(() => {}, 1000);
      export const handler = async (event, context) => ({ ...event, id: context.awsRequestId, left: context.getRemainingTimeInMillis() > 0 });`;
    const { answers, code: exit } = await runFunction(code, { a: 1 }, { a: 'ä' });
    const [ready, ...rest] = answers;
    expect(ready).toEqual({ ready: true });
    const seen = rest.map((entry) => JSON.parse(Buffer.from(entry.result, 'base64').toString()));
    const context = { id: 'request-1', left: true };
    expect(seen).toEqual([
      { a: 1, ...context },
      { a: 'ä', ...context },
    ]);
    expect(exit).toBe(0);
  });

  it('reports the thrown error, and continues', async () => {
    const code =
      'export const handler = async ({ fail }) => { if (fail) throw new RangeError("no"); };';
    const { answers } = await runFunction(code, { fail: true }, {});
    expect(answers[1].error).toMatchObject({ errorType: 'RangeError', errorMessage: 'no' });
    expect(textOf(answers[2])).toBe('null');
  });

  it('reports code that can’t be loaded', async () => {
    const { answers, code } = await runFunction("import 'sharp'; export const handler = () => 1;");
    expect(answers[0].error.errorMessage).toContain("Cannot find package 'sharp'");
    expect(code).toBe(1);
  });

  it('ends in the middle where the function does', async () => {
    const { answers, code } = await runFunction(
      'export const handler = () => process.exit(7);',
      {},
    );
    expect([answers[1], code]).toEqual([undefined, 7]);
  });

  it('streams as AWS’s images do: head, eight zero bytes, body', async () => {
    const code = `export const handler = awslambda.streamifyResponse(async (event, stream) => {
      awslambda.HttpResponseStream.from(stream, { statusCode: 200 }).write(Buffer.from([255, 216]));
    });`;
    const { answers } = await runFunction(code, {});
    expect(textOf(answers[1])).toBe(`{"statusCode":200}${'\0'.repeat(8)}\u00ff\u00d8`);
  });
});
