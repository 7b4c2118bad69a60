/**
 * `npm run deploy -- [--stage NAME] [--change SETTING,…] […]`: `cdk deploy` of a stage with its
 * settings file, after a comparison with the deployed settings, and then the upload of the site's
 * files. Credentials, region and endpoint come from where the AWS SDK looks for them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { CommandError } from '../../cli/command-error.ts';
import { stackNameOf } from '../../lib/settings.ts';
import { type BuiltFolders, siteOfStack } from '../../site/site-of-stack.ts';
import { runProgram, usageOf } from '../run-program.ts';
import { uploadSite } from '../site/upload-site.ts';
import { findStack, openCloudFormation } from '../stack-outputs.ts';
import { checkDeploy } from './check-deploy.ts';
import { DEPLOY_HELP, readDeployArguments } from './deploy-arguments.ts';
import { readSettings } from './read-settings.ts';
import { runCdk } from './run-cdk.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const VERSION: string = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;

/** Console and docs, as far as this checkout can build them. */
async function buildSite(): Promise<BuiltFolders> {
  const scripts = ['build:console', 'build:docs'];
  for (const script of scripts) {
    const args = ['run', '--silent', '--if-present', script];
    const child = spawn('npm', args, { cwd: ROOT, stdio: ['ignore', 2, 2] });
    const [code] = await once(child, 'close');
    if (code !== 0) throw new CommandError('failed', `npm run ${script} ended with ${code}.`);
  }
  return { console: join(ROOT, '.build/console'), docs: join(ROOT, '.build/docs') };
}

await runProgram(DEPLOY_HELP, async () => {
  const given = readDeployArguments(process.argv.slice(2), usageOf(DEPLOY_HELP));
  // for the comparison and for the CDK alike: never one account for the one and another for the
  // other
  if (given.profile) process.env.AWS_PROFILE = given.profile;
  const client = await openCloudFormation();
  const { settings, path } = readSettings(ROOT, given, await client.config.region());
  const stack = stackNameOf(settings);
  const lines = checkDeploy(await findStack(client, stack), settings, { ...given, path });
  for (const line of lines) console.error(`${stack}: ${line}`);
  if (given.isCheckOnly) return;
  // built before anything is deployed: a failure here leaves the stack as it is
  const folders = await buildSite();
  const code = await runCdk(ROOT, settings, given, ['deploy', stack, ...given.rest]);
  process.exitCode = code;
  if (code !== 0) return;
  const deployed = await findStack(client, stack);
  const bucket = deployed?.output('SiteBucket');
  if (!deployed || bucket === undefined) return; // a target without a CDN has no site
  const files = siteOfStack(deployed.output, VERSION, folders);
  const s3 = new S3Client({ forcePathStyle: settings.target !== 'aws' });
  const { written, removed } = await uploadSite(s3, bucket, files);
  console.error(`${stack}: site: ${written} files written, ${removed} removed`);
});
