import { createPrivateKey, createPublicKey } from 'node:crypto';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import {
  DeleteParameterCommand,
  DescribeParametersCommand,
  PutParameterCommand,
  SSMClient,
} from '@aws-sdk/client-ssm';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  runCreateKey,
  runListKeys,
  runRemoveKey,
} from '../../../admin/private-keys/run-private-keys.ts';
import type { ProgramCall } from '../../../admin/session/program-action.ts';
import type { Session } from '../../../cli/session.ts';
import { PUBLIC_KEY, privateImageKeyName } from '../../../lib/private-images/private-image-keys.ts';

const FOLDER = '/imagewell/shop/private-image-keys/';
const cloudFormation = mockClient(CloudFormationClient);
const ssm = mockClient(SSMClient);
const printed: unknown[] = [];
const texts: string[] = [];
const session = {
  print: (value: unknown, describe: () => string) => {
    printed.push(value);
    texts.push(describe());
  },
  printList: (rows: unknown) => printed.push(rows),
} as unknown as Session;

const call = (...args: string[]): ProgramCall => ({
  session,
  options: { stack: 'shop' } as ProgramCall['options'],
  args,
});

function holdStack(outputs: Readonly<Record<string, string>>): void {
  const Outputs = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({
    OutputKey,
    OutputValue,
  }));
  const stack = { StackName: 'shop', StackStatus: 'CREATE_COMPLETE', CreationTime: new Date() };
  cloudFormation
    .on(DescribeStacksCommand)
    .resolves({ Stacks: [{ ...stack, StackStatus: 'CREATE_COMPLETE', Outputs }] });
}

/** Keys in SSM, the last one stored first. */
function holdKeys(...names: string[]): void {
  const Parameters = names.map((name, at) => ({
    Name: `${FOLDER}${name}`,
    Description: `public ${name}`,
    LastModifiedDate: new Date(1e12 - at),
  }));
  // a page for each, as SSM may answer
  for (const [at, one] of Parameters.entries()) {
    const more = at + 1 < Parameters.length ? { NextToken: `${at + 1}` } : {};
    const asked = at === 0 ? {} : { NextToken: `${at}` };
    ssm.on(DescribeParametersCommand, asked).resolves({ Parameters: [one], ...more });
  }
}

beforeEach(() => {
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  for (const mock of [cloudFormation, ssm]) mock.reset();
  for (const list of [printed, texts]) list.length = 0;
  ssm.on(DescribeParametersCommand).resolves({ Parameters: [] });
  ssm.on(PutParameterCommand).resolves({});
  ssm.on(DeleteParameterCommand).resolves({});
  holdStack({ PrivateKeyFolder: FOLDER });
});
afterAll(() => {
  vi.unstubAllEnvs();
  for (const mock of [cloudFormation, ssm]) mock.restore();
});

/** The single key that was stored. */
function storedKey() {
  const [stored, ...others] = ssm.commandCalls(PutParameterCommand);
  expect(others).toEqual([]);
  if (!stored) throw new Error('no key was stored');
  return stored.args[0].input;
}

describe('admin private-keys create', () => {
  it('stores a private key that its setting’s public key belongs to', async () => {
    await runCreateKey(call());
    const { Name, Value = '', Type, Overwrite, Description = '' } = storedKey();
    expect({ Type, Overwrite }).toEqual({ Type: 'SecureString', Overwrite: false });
    expect(Description).toMatch(PUBLIC_KEY);
    const publicKey = createPublicKey(createPrivateKey(Value));
    expect(publicKey.export({ type: 'spki', format: 'der' }).toString('base64')).toBe(Description);
    expect(publicKey.asymmetricKeyDetails).toMatchObject({ modulusLength: 2048 });
    const name = privateImageKeyName(Description);
    expect(Name).toBe(`${FOLDER}${name}`);
    expect(printed).toEqual([{ name, publicKey: Description, privateImageKeys: [Description] }]);
    expect(texts.join()).toContain(`"privateImageKeys": ["${Description}"]`);
  });

  it('prints the private part nowhere', async () => {
    await runCreateKey(call());
    const secret = (storedKey().Value ?? '').split('\n')[1] ?? '';
    expect(secret).toHaveLength(64);
    expect(JSON.stringify(printed) + texts.join()).not.toContain(secret);
  });

  it('keeps the signing key first, so that a rotation has two steps', async () => {
    holdStack({ PrivateKeyFolder: FOLDER, PrivateKeys: 'aa:K1' });
    holdKeys('aa');
    await runCreateKey(call());
    const { Description } = storedKey();
    expect(printed).toMatchObject([{ privateImageKeys: ['public aa', Description] }]);
    expect(texts.join()).toContain('The first key still signs.');
  });

  it('refuses a third key, and names the next step', async () => {
    holdKeys('aa', 'bb');
    await expect(runCreateKey(call())).rejects.toMatchObject({
      message: 'The stack already has 2 keys of private images.',
      hint: expect.stringContaining('private-keys remove'),
    });
    expect(ssm.commandCalls(PutParameterCommand)).toEqual([]);
  });

  it('refuses a stack of a version without private images', async () => {
    holdStack({});
    await expect(runCreateKey(call())).rejects.toThrow('without private images');
  });
});

describe('admin private-keys list', () => {
  it('tells the signing key from an accepted one and one that no deploy uses', async () => {
    holdStack({ PrivateKeyFolder: FOLDER, PrivateKeys: 'bb:K2,aa:K1' });
    holdKeys('cc', 'bb', 'aa');
    await runListKeys(call());
    expect(printed).toMatchObject([
      [
        { name: 'aa', use: 'accepted', keyPairId: 'K1', publicKey: 'public aa' },
        { name: 'bb', use: 'signs', keyPairId: 'K2' },
        { name: 'cc', use: 'not deployed', keyPairId: null },
      ],
    ]);
    const [{ args } = { args: [] }] = ssm.commandCalls(DescribeParametersCommand);
    expect(args[0]?.input).toMatchObject({
      ParameterFilters: [{ Key: 'Path', Option: 'OneLevel', Values: [FOLDER.slice(0, -1)] }],
    });
  });
});

describe('admin private-keys remove', () => {
  it('deletes a key that the deployed stack does not use', async () => {
    holdStack({ PrivateKeyFolder: FOLDER, PrivateKeys: 'bb:K2' });
    holdKeys('bb', 'aa');
    await runRemoveKey(call('aa'));
    const [deleted] = ssm.commandCalls(DeleteParameterCommand);
    expect(deleted?.args[0].input).toEqual({ Name: `${FOLDER}aa` });
  });

  it.each([
    ['a key that signs', 'bb', 'The deployed stack uses the key bb.'],
    ['an accepted key', 'aa', 'The deployed stack uses the key aa.'],
    ['an unknown name', 'cc', 'The stack has no key cc.'],
  ])('refuses %s', async (_, name, message) => {
    holdStack({ PrivateKeyFolder: FOLDER, PrivateKeys: 'bb:K2,aa:K1' });
    holdKeys('bb', 'aa');
    await expect(runRemoveKey(call(name))).rejects.toThrow(message);
    expect(ssm.commandCalls(DeleteParameterCommand)).toEqual([]);
  });
});
