/**
 * `npm run test:cloud`: AWS on this machine (ministack), with a real bootstrap and deploy of the
 * whole stack into it. A data folder moves to the empty stack and back. Then the end-to-end tests
 * run against the stack, and so does the story of the console in Chromium. Every call of AWS that
 * its functions made is compared with their policies. The contract suites of the AWS adapters
 * follow, then `verify` and `doctor`. Needs Python 3.11; no Docker and no account. `npm run
 * test:cloud -- move e2e console rights chains stores verify` runs the parts that it names.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CONSOLE_CLIENT } from '../core/accounts/console-client.ts';
import { startAwsNames } from '../test/support/cloud/aws-names.ts';
import { checkChains } from '../test/support/cloud/chains.ts';
import { openEmulatedS3 } from '../test/support/cloud/emulated-s3.ts';
import { localBaseUrl } from '../test/support/cloud/local-base-url.ts';
import { startMinistack } from '../test/support/cloud/ministack.ts';
import { exerciseRights } from '../test/support/cloud/rights/exercise-rights.ts';
import type { DeployedStores } from '../test/support/cloud/rights/rare-calls.ts';
import { serveDistribution } from '../test/support/cloud/serve-distribution.ts';
import { takeTlsForGranted } from '../test/support/cloud/site-bucket.ts';
import { startIssuer, type TestIssuer } from '../test/support/identity/issuer.ts';
import { freePort } from '../test/support/service/start-service.ts';

const ROOT = resolve(import.meta.dirname, '..');
const WORK_DIR = join(ROOT, '.cloud');
/** Each call of AWS that a function made, a line each. */
const CALLS = join(WORK_DIR, 'calls.jsonl');
const STACK = 'imagewell';
/** Deletes alarms of the stack, so it comes last. */
const VERIFY_TEST = 'test/cloud/verify.test.ts';
/** Needs a stack without data, so it comes first. */
const MOVE_TEST = 'test/cloud/move.test.ts';
const STORY_TEST = 'test/console/stories/whole-story.test.ts';
const REGION = 'us-east-1';

let env: NodeJS.ProcessEnv = process.env;

/**
 * Runs a program to its end without blocking this process. Throws if it fails; returns its output
 * if that is requested.
 */
async function run(
  command: string,
  args: string[],
  output: 'shown' | 'asked' = 'shown',
  more: NodeJS.ProcessEnv = {},
) {
  const stdout = output === 'shown' ? 'inherit' : 'pipe';
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...env, ...more },
    stdio: ['ignore', stdout, 'inherit'],
  });
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`);
  return text;
}

interface Deployed {
  readonly distributionDomain: string;
  readonly baseUrl: string;
  readonly siteBucket: string;
  readonly stores: DeployedStores;
}

function signInSettings({ url, keysUrl, audience, userInfoUrl }: TestIssuer): string[] {
  return [
    `tokenIssuer=${url}`,
    `tokenKeysUrl=${keysUrl}`,
    `tokenAudiences=${audience}`,
    `tokenUserInfoUrl=${userInfoUrl}`,
    `consoleClientId=${CONSOLE_CLIENT.clientId}`,
  ];
}

async function deploy(endpoint: string, cdnUrl: string, issuer: TestIssuer): Promise<Deployed> {
  const own = ['target=ministack', 'events=on', `cdnUrl=${cdnUrl}`, `recordCallsTo=${CALLS}`];
  const settings = [...own, ...signInSettings(issuer)];
  const context = settings.flatMap((setting) => ['-c', setting]);
  const bootstrap = ['bootstrap', '--output', join(WORK_DIR, 'bootstrap.out')];
  await run('cdklocal', [...bootstrap, ...context]);
  const outputs = join(WORK_DIR, 'outputs.json');
  const how = ['--require-approval', 'never', '--output', join(WORK_DIR, 'cdk.out')];
  const deployment = ['run', '--silent', 'deploy', '--', ...how, '--outputs-file', outputs];
  await run('npm', [...deployment, ...context]);
  const deployed = JSON.parse(await readFile(outputs, 'utf8'))[STACK];
  const { DistributionDomain, BaseUrl, KeysTable, ProjectsTable, ImagesTable, UsageTable } =
    deployed;
  return {
    distributionDomain: DistributionDomain,
    baseUrl: localBaseUrl(endpoint, BaseUrl),
    siteBucket: deployed.SiteBucket,
    stores: {
      keysTable: KeysTable,
      projectsTable: ProjectsTable,
      imagesTable: ImagesTable,
      usageTable: UsageTable,
      originalsBucket: deployed.OriginalsBucket,
      accessLogsBucket: deployed.AccessLogsBucket,
    },
  };
}

/**
 * Runs every part, or those that the command line names, whatever became of those before; throws
 * with those that failed.
 */
async function runParts(parts: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
  const failed: string[] = [];
  const expected = process.argv.slice(2);
  const unknown = expected.filter((name) => !(name in parts));
  if (unknown.length > 0) throw new Error(`there is no part ${unknown.join(', ')}`);
  const chosen = Object.entries(parts).filter(
    ([name]) => expected.length === 0 || expected.includes(name),
  );
  for (const [name, runPart] of chosen) {
    console.log(`== ${name}`);
    try {
      await runPart();
      console.log(`== passed: ${name}`);
    } catch (error) {
      console.error(`== FAILED: ${name}: ${(error as Error).message}`);
      failed.push(name);
    }
  }
  console.log(`test:cloud: ${chosen.length - failed.length} of ${chosen.length} parts passed`);
  if (failed.length > 0) throw new Error(`these parts failed: ${failed.join('; ')}`);
}

/** Makes the project that the tests use; a move needs the stack before that. */
async function makeProject(baseUrl: string, issuerUrl: string, browserArgs: readonly string[]) {
  const bootstrap = ['bin/cli.ts', 'admin', 'bootstrap', '--stack', STACK, '--plan', 'unlimited'];
  const project = JSON.parse(await run(process.execPath, bootstrap, 'asked'));
  const known = { ...project, baseUrl };
  const credentials = join(WORK_DIR, 'credentials.json');
  await writeFile(credentials, JSON.stringify(known), { mode: 0o600 });
  env = {
    ...env,
    IMAGEWELL_CREDENTIALS: credentials,
    IMAGEWELL_CDN: 'keeps-nothing',
    IMAGEWELL_OPERATOR: `--stack ${STACK}`,
    IMAGEWELL_ISSUER: issuerUrl,
    IMAGEWELL_BROWSER_ARGS: JSON.stringify(browserArgs),
  };
  return known;
}

async function testCloud(): Promise<void> {
  await mkdir(WORK_DIR, { recursive: true });
  for (const file of [CALLS, `${CALLS}.chains`]) await rm(file, { force: true });
  const ministack = await startMinistack(WORK_DIR);
  env = { ...process.env, ...ministack.env };
  const cdnPort = await freePort();
  const cdnUrl = `http://127.0.0.1:${cdnPort}`;
  const { clientId, redirectPath } = CONSOLE_CLIENT;
  const issuer = await startIssuer({ clientId, redirectUri: cdnUrl + redirectPath });
  try {
    const deployed = await deploy(ministack.endpoint, cdnUrl, issuer);
    const { distributionDomain, baseUrl, siteBucket, stores } = deployed;
    const { endpoint } = ministack;
    const s3 = openEmulatedS3(endpoint);
    await takeTlsForGranted(s3, siteBucket);
    const served = { port: cdnPort, endpoint, domain: distributionDomain, s3 };
    const distribution = await serveDistribution(served);
    const awsNames = await startAwsNames(endpoint, REGION);
    const bootstrapStack = async () => ({
      endpoint,
      stack: STACK,
      path: CALLS,
      stores,
      credentials: await makeProject(baseUrl, issuer.url, awsNames.browserArgs),
    });
    let bootstrapped: ReturnType<typeof bootstrapStack> | undefined;
    const withProject = (
      part: (recording: Awaited<typeof bootstrapped> & object) => Promise<unknown>,
    ) => {
      return async () => {
        bootstrapped ??= bootstrapStack();
        await part(await bootstrapped);
      };
    };
    const template = join(WORK_DIR, 'cdk.out', `${STACK}.template.json`);
    const cloudTests = ['run', '--config', 'vitest.cloud.config.ts'];
    const storyTest = ['run', '--config', 'vitest.console.config.ts', STORY_TEST];
    const move = { MOVE_STACK: STACK, MOVE_BASE_URL: baseUrl, MOVE_CDN_URL: cdnUrl };
    try {
      await runParts({
        move: () => run('vitest', [...cloudTests, MOVE_TEST], 'shown', move),
        e2e: withProject(() => run('vitest', ['run', '--project', 'e2e'])),
        console: withProject(() => run('vitest', storyTest)),
        rights: withProject((recording) => exerciseRights({ ...recording, issuerUrl: issuer.url })),
        chains: withProject((recording) => checkChains({ ...recording, template })),
        stores: withProject(() =>
          run('vitest', [...cloudTests, '--exclude', VERIFY_TEST, '--exclude', MOVE_TEST]),
        ),
        verify: withProject(() => run('vitest', [...cloudTests, VERIFY_TEST])),
      });
    } finally {
      distribution.close();
      distribution.closeAllConnections();
      await awsNames.stop();
    }
  } finally {
    await issuer.stop();
    await ministack.stop();
  }
}

await testCloud().catch((error: Error) => {
  console.error(`test:cloud: ${error.message}`);
  process.exitCode = 1;
});
