import type { TestProject } from 'vitest/node';
import { credentialsPath } from '../../../local/data-folder/data-folder.ts';
import { logLinesOf } from '../service/log-lines.ts';
import { makeDataFolder, startService } from '../service/start-service.ts';
import { unprovokedOf } from './provoked-warnings.ts';

/**
 * Gives the end-to-end tests a service: the one whose credentials file IMAGEWELL_CREDENTIALS names,
 * or one started here. It must run on a plan without limits. IMAGEWELL_OPERATOR says how `npm run
 * project` reaches it, `--data DIR` or `--stack NAME`; IMAGEWELL_ISSUER where an issuer for tests
 * gives access tokens, where that isn't the local service's own.
 */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.IMAGEWELL_CREDENTIALS;
  if (given) {
    project.provide('credentials', given);
    project.provide('operator', process.env.IMAGEWELL_OPERATOR ?? '');
    project.provide('issuer', process.env.IMAGEWELL_ISSUER ?? '');
    return undefined;
  }
  const folder = await makeDataFolder();
  const service = await startService(folder.path, '--plan', 'unlimited', '--events');
  project.provide('credentials', credentialsPath(folder.path));
  project.provide('operator', `--data ${folder.path}`);
  project.provide('issuer', '');
  return async () => {
    await service.stop();
    await folder.remove();
    const unprovoked = unprovokedOf(logLinesOf(service.output()));
    if (unprovoked.length === 0) return;
    const lines = unprovoked.map((line) => JSON.stringify(line)).join('\n');
    throw new Error(`the service logged what no test provokes:\n${lines}`);
  };
}
