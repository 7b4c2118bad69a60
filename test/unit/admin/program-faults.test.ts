import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT_CODES } from '../../../cli/exit-codes.ts';
import {
  type DescribedStack,
  startCloudFormationServer,
} from '../../support/service/cloud-formation-server.ts';
import { runOperatorProgram } from '../../support/service/run-operator-program.ts';

const stacks = new Map<string, DescribedStack>([['somebodys', { outputs: { Other: 'x' } }]]);
const SIGNED_IN = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
const ORIGIN = 'https://app.example.com';

/** Each program that works on a stack, with what else it needs. */
const PROGRAMS: readonly [string, readonly string[]][] = [
  ['bootstrap', []],
  ['projects', ['show']],
  ['allow-origin', [ORIGIN]],
];

let server: Awaited<ReturnType<typeof startCloudFormationServer>>;
let emptyFolder: string;
beforeAll(async () => {
  server = await startCloudFormationServer(stacks);
  emptyFolder = await mkdtemp(join(tmpdir(), 'imagewell-operator-'));
});
afterAll(async () => {
  await server.stop();
  await rm(emptyFolder, { recursive: true });
});

/** A sentence, perhaps one of what to do, no stack: the exit code beside it. */
async function faultOf(name: string, args: readonly string[], env: Record<string, string> = {}) {
  const { code, output } = await runOperatorProgram(
    ['cli', 'admin', ...name.split(' ')],
    args,
    env,
  );
  expect(output, name).not.toMatch(/^\s+at |node:internal|^\w*Error:/m);
  expect(output.trim().split('\n')[0], name).toMatch(/^error: \S/);
  return { code, output };
}
const there = () => ({ ...SIGNED_IN, AWS_REGION: 'eu-west-1', AWS_ENDPOINT_URL: server.url });

describe('the message of an operator’s program that can’t begin', () => {
  it.each(PROGRAMS)('%s without a region', async (name, args) => {
    const { code, output } = await faultOf(name, [...args, '--stack', 'imagewell'], SIGNED_IN);
    expect(output).toBe(
      'error: No AWS region is set.\nSet AWS_REGION, or set AWS_PROFILE to a profile with a region.\n',
    );
    expect(code).toBe(EXIT_CODES.credentials.code);
  });

  it.each(PROGRAMS)('%s without credentials', async (name, args) => {
    const env = { AWS_REGION: 'eu-west-1', AWS_ENDPOINT_URL: server.url };
    const { code, output } = await faultOf(name, [...args, '--stack', 'imagewell'], env);
    expect(output).toContain('Sign in to AWS first');
    expect(code).toBe(EXIT_CODES.credentials.code);
  });

  it.each(PROGRAMS)('%s of a stack that isn’t there', async (name, args) => {
    const { code, output } = await faultOf(name, [...args, '--stack', 'imagewel'], there());
    expect(output).toContain('The stack imagewel does not exist.');
    expect(code).toBe(EXIT_CODES.notFound.code);
  });

  it.each(PROGRAMS)('%s of a stack that isn’t imagewell’s', async (name, args) => {
    const { code, output } = await faultOf(name, [...args, '--stack', 'somebodys'], there());
    expect(output).toContain('The stack somebodys has no output');
    expect(code).toBe(EXIT_CODES.notFound.code);
  });

  it.each(PROGRAMS)('%s if no service answers', async (name, args) => {
    // a free port may be another test's a moment later; nothing listens on the first
    const env = { ...there(), AWS_ENDPOINT_URL: 'http://127.0.0.1:1' };
    const { code, output } = await faultOf(name, [...args, '--stack', 'imagewell'], env);
    expect(output).toContain('ECONNREFUSED');
    expect(code).toBe(EXIT_CODES.later.code);
  });

  it.each([
    ['ExpiredToken', EXIT_CODES.credentials.code],
    ['InvalidClientTokenId', EXIT_CODES.credentials.code],
    ['AccessDenied', EXIT_CODES.notAllowed.code],
  ])('refused by AWS: %s', async (refusal, wanted) => {
    server.deny(refusal);
    const { code, output } = await faultOf('bootstrap', ['--stack', 'imagewell'], there());
    server.deny('');
    expect(output).toContain(refusal);
    expect(code).toBe(wanted);
  });

  it.each([
    ['bootstrap', []],
    ['bootstrap', ['--stak', 'imagewell']],
    ['projects', ['show', '--stak', 'imagewell']],
    ['projects', ['dance']],
    ['allow-origin', []],
    ['allow-origin', [ORIGIN, '--stak', 'imagewell']],
    ['token', []],
    ['token', ['--stack', 'imagewell']],
    ['token', ['--e-mail', 'a@example.com']],
    ['hand-over', []],
    ['hand-over', ['ann']],
    ['hand-over', ['ann@example.com', '--stack', 'imagewell']],
  ])('%s not understood: %j', async (name, args) => {
    const { code, output } = await faultOf(name, args);
    expect(output).toMatch(/use --(help|stack|email)|imagewell (login|members)/);
    expect(code).toBe(EXIT_CODES.usage.code);
  });

  it.each([
    ['projects', ['show']],
    ['allow-origin', [ORIGIN]],
    ['token', ['--email', 'a@example.com']],
    ['hand-over', ['a@example.com']],
  ])('%s of a data folder without a project', async (name, args) => {
    const { code, output } = await faultOf(name, [...args, '--data', emptyFolder]);
    expect(output).toContain('is not the data folder of a service yet');
    expect(code).toBe(EXIT_CODES.notFound.code);
  });
});
