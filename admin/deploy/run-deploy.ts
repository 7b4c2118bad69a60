import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createS3Client } from '../../adapters/s3/s3-client.ts';
import { CommandError } from '../../cli/command-error.ts';
import { stackNameOf } from '../../lib/settings.ts';
import { type BuiltFolders, siteOfStack } from '../../site/site-of-stack.ts';
import type { ProgramCall } from '../commands/program-action.ts';
import { findStack } from '../read-stack.ts';
import { uploadSite } from '../site/upload-site.ts';
import { checkDeploy } from './check-deploy.ts';
import { checkPassedOn, type DeployOptions, readDeployArguments } from './deploy-arguments.ts';
import { openSettings } from './open-settings.ts';
import { runCdk } from './run-cdk.ts';

/** Console and docs, as far as this checkout can build them. */
async function buildSite(root: string): Promise<BuiltFolders> {
  for (const script of ['scripts/build-console.ts', 'docs-site/build.ts']) {
    if (!existsSync(join(root, script))) continue;
    const child = spawn(process.execPath, [script], { cwd: root, stdio: ['ignore', 2, 2] });
    const [code] = await once(child, 'close');
    if (code !== 0) throw new CommandError('failed', `${script} ended with ${code}.`);
  }
  return { console: join(root, '.build/console'), docs: join(root, '.build/docs') };
}

/**
 * `admin deploy`: `cdk deploy` of a stage with its settings file, after a comparison with the
 * deployed settings, and then the upload of the site's files. Credentials, region and endpoint come
 * from where the AWS SDK looks for them.
 */
export async function runDeploy(
  root: string,
  { session, options, args }: ProgramCall<DeployOptions>,
): Promise<void> {
  checkPassedOn(args);
  const given = readDeployArguments(options);
  const { client, settings, path } = await openSettings(root, options);
  const stack = stackNameOf(settings);
  const lines = checkDeploy(await findStack(client, stack), settings, { ...given, path });
  const { tell } = session;
  for (const line of lines) tell(`${stack}: ${line}`);
  if (given.isCheckOnly) return;
  // built before anything is deployed: a failure here leaves the stack as it is
  const folders = await buildSite(root);
  const code = await runCdk(root, settings, given, ['deploy', stack, ...args]);
  session.endWith(code);
  if (code !== 0) return;
  const deployed = await findStack(client, stack);
  const bucket = deployed?.output('SiteBucket');
  if (!deployed || bucket === undefined) return; // a target without a CDN has no site
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const files = siteOfStack(deployed.output, version, folders);
  const s3 = createS3Client({ forcePathStyle: settings.target !== 'aws' }, 'command');
  const { written, removed } = await uploadSite(s3, bucket, files);
  tell(`${stack}: site: ${written} files written, ${removed} removed`);
}
