import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkPassedOn } from '../../../admin/deploy/deploy-arguments.ts';
import { EXIT_CODES } from '../../../cli/exit-codes.ts';
import { settingsOutputs } from '../../../lib/deployed-settings.ts';
import { parseSettings } from '../../../lib/parse-settings.ts';
import {
  type DescribedStack,
  startCloudFormationServer,
} from '../../support/service/cloud-formation-server.ts';
import { runOperatorProgram } from '../../support/service/run-operator-program.ts';

/** A stage name that no developer uses, so that its file can be written beside theirs. */
const STAGE = `test-${process.pid}`;
const STACK = `imagewell-${STAGE}`;
const DEPLOY = ['cli', 'admin', 'deploy'];
const FILE = `settings/${STAGE}.json`;
const ISSUER = {
  tokenIssuer: 'https://issuer.example',
  tokenKeysUrl: 'https://issuer.example/jwks',
  tokenAudiences: ['imagewell'],
};

const stacks = new Map<string, DescribedStack>();
let server: Awaited<ReturnType<typeof startCloudFormationServer>>;
beforeAll(async () => {
  server = await startCloudFormationServer(stacks);
});
beforeEach(() => stacks.clear());
afterAll(async () => {
  rmSync(FILE, { force: true });
  await server.stop();
});

const write = (settings: unknown) => {
  mkdirSync('settings', { recursive: true });
  writeFileSync(FILE, typeof settings === 'string' ? settings : JSON.stringify(settings));
};
const isDeployed = (context: Record<string, unknown>, status = 'UPDATE_COMPLETE') =>
  stacks.set(STACK, { status, outputs: settingsOutputs(parseSettings(context)) });
const check = (
  args: readonly string[] = [],
  region = 'eu-west-1',
  env: Readonly<Record<string, string>> = {},
) =>
  runOperatorProgram(DEPLOY, ['--stage', STAGE, '--check', ...args], {
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: region,
    AWS_ENDPOINT_URL: server.url,
    ...env,
  });

describe('npx imagewell admin deploy', () => {
  it.each([undefined, 'REVIEW_IN_PROGRESS', 'ROLLBACK_COMPLETE'])(
    'begins a stack that isn’t there: %s',
    async (status) => {
      write(ISSUER);
      if (status) stacks.set(STACK, { status });
      const { code, output } = await check();
      expect(output).toBe(`${STACK}: nothing is deployed yet: this is a first deploy\n`);
      expect(code).toBe(0);
      expect(await check(['--change', 'signUp'])).toMatchObject({ code: EXIT_CODES.usage.code });
    },
  );

  it('continues if the settings equal the deployed ones', async () => {
    write(ISSUER);
    isDeployed(ISSUER);
    const { code, output } = await check();
    expect([code, output]).toEqual([0, `${STACK}: the settings equal the deployed ones\n`]);
  });

  it('refuses to lose settings that -c gave earlier, and names each of them and how to keep it', async () => {
    rmSync(FILE, { force: true });
    isDeployed({ ...ISSUER, signInMfa: undefined, logRetentionDays: 7 });
    const { code, output } = await check();
    expect(code).toBe(EXIT_CODES.notAllowed.code);
    expect(output).toContain(
      'tokenIssuer: lost from the deployed "https://issuer.example" to not set',
    );
    expect(output).toContain('logRetentionDays: lost from the deployed 7 to 30');
    const names = 'logRetentionDays,tokenAudiences,tokenIssuer,tokenKeysUrl';
    expect(output).toContain(`Add the lost settings to ${FILE}`);
    expect(output).toContain(`npx imagewell admin deploy --change ${names}`);
    const onPurpose = await check(['--change', names]);
    expect(onPurpose.code, onPurpose.output).toBe(0);
    const half = await check(['--change', 'logRetentionDays']);
    expect(half.code).toBe(EXIT_CODES.notAllowed.code);
  });

  it('prefers -c to the file, and the next deploy reports its loss', async () => {
    write({ ...ISSUER, removalPolicy: 'retain' });
    isDeployed({ ...ISSUER, removalPolicy: 'destroy' });
    expect((await check(['-c', 'removalPolicy=destroy'])).code).toBe(0);
    for (const joined of ['--context=removalPolicy=destroy', '-cremovalPolicy=destroy']) {
      expect((await check([joined])).code).toBe(0);
    }
    const { code, output } = await check();
    expect(code).toBe(EXIT_CODES.notAllowed.code);
    expect(output).toContain('removalPolicy: lost from the deployed "destroy" to "retain"');
  });

  it('reads the context of ~/.cdk.json, as the CDK does', async () => {
    const home = mkdtempSync(join(tmpdir(), 'imagewell-home-'));
    const context = { removalPolicy: 'destroy', '@aws-cdk/core:x': true };
    writeFileSync(join(home, '.cdk.json'), JSON.stringify({ context }));
    write(ISSUER);
    isDeployed({ ...ISSUER, removalPolicy: 'destroy' });
    expect((await check([], 'eu-west-1', { HOME: home })).code).toBe(0);
    expect((await check(['-c', 'removalPolicy=retain'], 'eu-west-1', { HOME: home })).code).toBe(
      EXIT_CODES.notAllowed.code,
    );
    rmSync(home, { recursive: true });
  });

  it('compares in the account of --profile, in which it deploys', async () => {
    write(ISSUER);
    isDeployed(ISSUER);
    const { code, output } = await check(['--profile', 'nobodys']);
    expect(code).toBe(EXIT_CODES.credentials.code);
    expect(output).toContain('Could not load credentials');
  });

  it('reports every fault of the file and of -c together, with the nearest name', async () => {
    write({ signup: 'open', logRetentionDays: 8, stage: 'other', 'a:b': 1 });
    const { code, output } = await check(['-c', 'originalVersionDays=x', '-c', 'signUpp=open']);
    expect(code).toBe(EXIT_CODES.usage.code);
    for (const told of [
      'signup: is not a setting; did you mean signUp?',
      'signUpp: is not a setting; did you mean signUp?',
      'logRetentionDays: must be a retention period of CloudWatch',
      'originalVersionDays: must be an integer',
      'stage: other does not match the name',
      'a:b: is not a setting',
    ]) {
      expect(output).toContain(told);
    }
  });

  it.each(['{', '[]', 'null', '"x"'])('reports a file that is no object: %s', async (text) => {
    write(text);
    const { code, output } = await check();
    expect(code).toBe(EXIT_CODES.usage.code);
    expect(output).toMatch(new RegExp(`^error: ${FILE} (is not JSON|must be a JSON object)`));
  });

  it('reads no file beside the settings, whatever the stage is called', async () => {
    const { code, output } = await runOperatorProgram(
      DEPLOY,
      ['--stage', '../package', '--check'],
      { AWS_REGION: 'eu-west-1' },
    );
    expect(code).toBe(EXIT_CODES.usage.code);
    expect(output).toContain('stage: must have at most 20 lower-case letters');
    expect(output).not.toContain('is not a setting');
  });

  it('passes over the file of a stage in AWS on an emulator, and says so', async () => {
    write(ISSUER);
    const { code, output } = await check(['-c', 'target=ministack']);
    expect(code, output).toBe(0);
    expect(output).toContain(`${FILE} is for the target aws and cannot be used for ministack`);
  });

  it('asks for one confirmation if an older version has stored no settings', async () => {
    write(ISSUER);
    const outputs = { BaseUrl: 'https://a.example/prod', TokenIssuer: ISSUER.tokenIssuer };
    stacks.set(STACK, { outputs });
    const requested = await check();
    expect(requested.code).toBe(EXIT_CODES.notAllowed.code);
    expect(requested.output).toContain('--settings-complete');
    expect((await check(['--settings-complete'])).code).toBe(0);
    write({});
    const lost = await check(['--settings-complete']);
    expect(lost.code).toBe(EXIT_CODES.notAllowed.code);
    expect(lost.output).toContain('tokenIssuer: lost from the deployed "https://issuer.example"');
  });

  it.each([
    ['ap-south-2', {}, 'Lambda does not support Function URLs'],
    ['me-south-1', { cdnAccessLogs: 'standard' }, 'does not support standard logs in me-south-1'],
    [
      'eu-west-1',
      { alarmTopicArn: 'arn:aws:sns:us-east-1:111122223333:alarms' },
      'alarmTopicArn: must be in the region of the stack, eu-west-1',
    ],
  ])('refuses a region that can’t take it: %s %j', async (region, settings, told) => {
    write(settings);
    const { code, output } = await check([], region);
    expect(code).toBe(EXIT_CODES.usage.code);
    expect(output).toContain(told);
    if (region !== 'eu-west-1') return;
    write({ cdnAccessLogs: 'standard' });
    expect((await check()).code).toBe(0);
  });

  it('refuses its own options after a bare --, which would deploy another stage', () => {
    for (const args of [
      ['--stage', 'trial'],
      ['--change=signUp'],
      ['--check'],
      ['-cstage=trial'],
    ]) {
      expect(() => checkPassedOn(['--require-approval', 'never', ...args])).toThrow('bare --');
    }
    checkPassedOn(['--require-approval', 'never', '--concurrency=2']);
  });

  it('explains its wrong arguments', async () => {
    for (const args of [['--stage'], ['--change'], ['-c', 'signUp'], ['--stack', 'x']]) {
      const { code, output } = await runOperatorProgram(DEPLOY, args);
      expect(code).toBe(EXIT_CODES.usage.code);
      expect(output).toMatch(/^error: .*(argument missing|is invalid|follows from --stage)/);
    }
    const { code, output } = await runOperatorProgram(DEPLOY, []);
    expect([code, output]).toEqual([
      EXIT_CODES.credentials.code,
      expect.stringContaining('No AWS region is set.'),
    ]);
  });
});

describe('the CDK app', () => {
  /** As the CDK's command line starts it for a deploy to this region. */
  const synthesizeIn = (region: string, context: Record<string, string> = {}) =>
    runOperatorProgram(['cdk-app'], [], {
      CDK_DEFAULT_REGION: region,
      CDK_CONTEXT_JSON: JSON.stringify({ stage: STAGE, ...context }),
    });

  it('refuses a region that the stack does not support, though nothing in its template names one', async () => {
    write({});
    const { code, output } = await synthesizeIn('il-central-1', { cdnAccessLogs: 'standard' });
    expect(code).toBe(1);
    expect(output.trim().split('\n').slice(1)).toEqual([
      '  region il-central-1: Lambda does not support Function URLs, which serve the images, in this region',
      '  cdnAccessLogs: CloudFront does not support standard logs in il-central-1',
    ]);
  });

  it('reads the settings file of its stage, and takes -c before it', async () => {
    write({ signUp: 'anybody', removalPolicy: 'keep' });
    const { code, output } = await synthesizeIn('eu-west-1', { removalPolicy: 'destroy' });
    expect(code).toBe(1);
    expect(output).toContain('signUp: must be one of');
    expect(output).not.toContain('removalPolicy');
  });
});
