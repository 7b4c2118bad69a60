import { rmSync, writeFileSync } from 'node:fs';
import { HeadBucketCommand, ListObjectVersionsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, expect, it } from 'vitest';
import { createS3Client } from '../../adapters/s3/s3-client.ts';
import { readStack } from '../../admin/read-stack.ts';
import { EXIT_CODES } from '../../cli/exit-codes.ts';
import { run } from '../support/service/python-tools.ts';

const STAGE = 'life';
const STACK = `imagewell-${STAGE}`;
const FILE = `settings/${STAGE}.json`;
const ON_EMULATOR = { target: 'ministack', cdnUrl: 'http://127.0.0.1:4001' };
const AS_CONTEXT = Object.entries(ON_EMULATOR).flatMap(([name, value]) => [
  '-c',
  `${name}=${value}`,
]);
/**
 * Two dozen bundles several times, and a stack of three hundred resources: minutes on a busy
 * machine.
 */
const LONG_MS = 900_000;
const HOW = ['--require-approval', 'never', '--output', '.cloud/life.out'];

const program = (name: string, args: readonly string[]) =>
  run(process.execPath, ['bin/cli.ts', 'admin', name, ...args], {
    env: { ...process.env, NO_COLOR: '1' },
  });
const deploy = (...args: string[]) => program('deploy', ['--stage', STAGE, ...args]);
const write = (settings: object) =>
  writeFileSync(FILE, JSON.stringify({ ...ON_EMULATOR, ...settings }));

async function succeed(ran: ReturnType<typeof run>): Promise<string> {
  const { code, output } = await ran;
  expect(code, output).toBe(0);
  return output;
}
async function outputsOf(...names: string[]) {
  const { output } = await readStack(STACK);
  return names.map(output);
}

afterAll(() => rmSync(FILE, { force: true }));

it(
  'a stack keeps its settings, its images and its users, and is deleted on request',
  async () => {
    write({ userPool: 'create', signInMfa: 'required' });
    expect(await succeed(deploy(...HOW))).toContain('nothing is deployed yet');
    await succeed(program('bootstrap', ['--stack', STACK, '--plan', 'unlimited']));
    const projects = await succeed(program('projects', ['list', '--stack', STACK, '--json']));
    const kept = ['OriginalsBucket', 'ImagesTable', 'UserPoolId'];
    const before = await outputsOf(...kept);
    const [Bucket = ''] = before;
    const s3 = createS3Client({ forcePathStyle: true });
    const object = { Bucket, Key: 'img_life/original' };
    for (const Body of ['older', 'newer']) await s3.send(new PutObjectCommand({ ...object, Body }));

    // the file is lost
    rmSync(FILE);
    const lost = await deploy(...HOW, ...AS_CONTEXT);
    expect([lost.code, lost.output]).toEqual([
      EXIT_CODES.notAllowed.code,
      expect.stringContaining('signInMfa: lost from the deployed "required" to "optional"'),
    ]);
    write({ userPool: 'create', signInMfa: 'required' });
    expect(await succeed(deploy('--check'))).toContain('the settings equal the deployed ones');

    // destroyed and taken back
    const refused = await program('teardown', ['--stack', STACK, '--yes']);
    expect(refused.code, refused.output).toBe(EXIT_CODES.notAllowed.code);
    await succeed(run('cdklocal', ['destroy', STACK, '--force', '-c', `stage=${STAGE}`], {}));
    await expect(readStack(STACK)).rejects.toThrow('does not exist');
    await succeed(program('take-back', ['--stage', STAGE]));
    await succeed(deploy(...HOW));
    expect(await outputsOf(...kept)).toEqual(before);
    expect(await succeed(program('projects', ['list', '--stack', STACK, '--json']))).toBe(projects);
    const { Versions } = await s3.send(new ListObjectVersionsCommand({ Bucket }));
    expect(Versions).toHaveLength(2);

    // and torn down
    const trial = ['--change', 'removalPolicy', '-c', 'removalPolicy=destroy'];
    await succeed(deploy(...HOW, ...trial));
    const told = await succeed(program('teardown', ['--stack', STACK, '--yes']));
    expect(told).toContain(`${Bucket}: 2 object versions deleted`);
    await expect(s3.send(new HeadBucketCommand({ Bucket }))).rejects.toThrow();
    await expect(readStack(STACK)).rejects.toThrow('does not exist');
  },
  LONG_MS,
);
