import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Credentials } from '../../../local/data-folder/data-folder.ts';
import { openEmulatedS3 } from '../cloud/emulated-s3.ts';
import { localBaseUrl } from '../cloud/local-base-url.ts';
import { type Ministack, startMinistack } from '../cloud/ministack.ts';
import { serveDistribution } from '../cloud/serve-distribution.ts';
import { freePort } from '../service/start-service.ts';

const execute = promisify(execFile);
const STACK = 'imagewell';

/** The outputs of a stack, by name. */
export type Outputs = Readonly<Record<string, string>>;

/** A stack of the emulated cloud that several versions of the code are deployed to. */
export interface DeployedStack {
  /** Makes the template of a version with the code of its functions. */
  synthesize(codeDir: string): Promise<void>;
  /** Deploys the synthesised template of a version; resolves to the outputs. */
  deploy(codeDir: string): Promise<Outputs>;
  /** Makes the first project, by the command of the version that made the stack. */
  bootstrap(codeDir: string, outputs: Outputs): Promise<Credentials>;
  /** Serves the distribution at the address that images have, until the stack is stopped. */
  serve(outputs: Outputs): Promise<void>;
  stop(): Promise<void>;
}

/** The first versions have its own program for it. */
function bootstrapOf(codeDir: string): string[] {
  const own = 'bin/bootstrap.ts';
  return existsSync(join(codeDir, own)) ? [own] : ['bin/cli.ts', 'admin', 'bootstrap'];
}

interface Run {
  readonly codeDir: string;
  readonly cwd?: string;
  readonly cloud: Ministack;
}

/** Runs a program of a checkout, `node` or one of its packages. */
async function runOf({ codeDir, cwd = codeDir, cloud }: Run, name: string, args: string[]) {
  // the findings of cdk-nag are another test's
  const env = { ...process.env, ...cloud.env, CDK_VALIDATION: 'false' };
  const program = name === 'node' ? process.execPath : join(codeDir, 'node_modules/.bin', name);
  const { stdout } = await execute(program, args, { cwd, env, maxBuffer: 100_000_000 });
  return stdout;
}

/** Starts the emulated cloud, prepared for the CDK of a checkout; all files are below `workDir`. */
export async function openDeployedStack(root: string, workDir: string): Promise<DeployedStack> {
  const cloud = await startMinistack(join(root, '.build/ministack'));
  const { endpoint } = cloud;
  const port = await freePort();
  const cdnUrl = `http://127.0.0.1:${port}`;
  const outputOf = (codeDir: string) => join(workDir, `cloud-${codeDir.split('/').at(-1)}`);
  // in a folder without an app, which would be synthesised
  const bootstrap = ['bootstrap', 'aws://000000000000/us-east-1'];
  await runOf({ codeDir: root, cwd: workDir, cloud }, 'cdklocal', bootstrap).catch(
    async (error: Error) => {
      await cloud.stop();
      throw error;
    },
  );
  const runIn = (codeDir: string, name: string, args: string[]) =>
    runOf({ codeDir, cloud }, name, args);
  const stops: (() => Promise<void> | void)[] = [() => cloud.stop()];
  return {
    synthesize: async (codeDir) => {
      await rm(outputOf(codeDir), { recursive: true, force: true });
      await runIn(codeDir, 'node', ['scripts/build-layer.ts', '--cpu', 'x64']);
      const context = ['-c', 'target=ministack', '-c', `cdnUrl=${cdnUrl}`];
      const output = ['--output', outputOf(codeDir)];
      await runIn(codeDir, 'cdk', ['synth', '--quiet', ...output, ...context]);
    },
    deploy: async (codeDir) => {
      const app = ['--app', outputOf(codeDir)];
      const file = join(workDir, 'cloud-outputs.json');
      const how = ['--require-approval', 'never', '--outputs-file', file];
      await runIn(codeDir, 'cdklocal', ['deploy', STACK, ...app, ...how]);
      return JSON.parse(await readFile(file, 'utf8'))[STACK];
    },
    bootstrap: async (codeDir, outputs) => {
      const command = [...bootstrapOf(codeDir), '--stack', STACK, '--plan', 'unlimited'];
      const project = JSON.parse(await runIn(codeDir, 'node', command));
      const baseUrl = localBaseUrl(endpoint, outputs.BaseUrl ?? '');
      return { ...project, baseUrl, cdnUrl };
    },
    serve: async (outputs) => {
      const s3 = openEmulatedS3(endpoint);
      const domain = outputs.DistributionDomain ?? '';
      const server = await serveDistribution({ port, endpoint, domain, s3 });
      stops.unshift(() => {
        server.close();
        server.closeAllConnections();
      });
    },
    stop: async () => {
      for (const stop of stops) await stop();
    },
  };
}
