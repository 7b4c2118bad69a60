/**
 * `npm run allow-origin -- https://app.example.com [--data DIR | --stack NAME]`: adds a web origin
 * to the list of the first project, a local one or a stack's.
 */
import { parseArgs } from 'node:util';
import { openServices } from '../admin/open-services.ts';
import { runProgram } from '../admin/run-program.ts';
import { CommandError } from '../cli/command-error.ts';
import { listFaults } from '../core/foundation/fault-list.ts';
import { findOriginFaults } from '../core/projects/allowed-origins.ts';

const USAGE = 'usage: npm run allow-origin -- https://app.example.com [--data DIR | --stack NAME]';

/** The errors of the origins, one line each. */
function describeFaults(origins: readonly string[]): string[] {
  return listFaults(findOriginFaults, origins).told.map(({ pointer, detail }) => {
    const origin = origins[Number(pointer.slice(1))];
    return origin === undefined || pointer === '' ? detail : `${origin}: ${detail}`;
  });
}

await runProgram(USAGE, async () => {
  const { values, positionals } = parseArgs({
    options: {
      data: { type: 'string', default: process.env.DATA_DIR ?? '.data' },
      stack: { type: 'string' },
    },
    allowPositionals: true,
  });
  if (positionals.length === 0) throw new CommandError('usage', 'No origin is given.', USAGE);
  const { projects, accountId } = await openServices(values);
  const [project] = await projects.listProjects(accountId);
  if (!project) {
    const hint = values.stack ? 'Create one with npm run bootstrap.' : 'Run npm start first.';
    throw new CommandError('notFound', `${values.stack ?? values.data} has no project yet.`, hint);
  }
  const origins = [...new Set([...project.allowedOrigins, ...positionals])];
  const faults = describeFaults(origins);
  if (faults.length > 0)
    throw new CommandError('usage', 'These are not web origins:', undefined, faults);
  await projects.setAllowedOrigins(project.projectId, origins);
  console.log(`allowed origins of ${project.projectId}: ${origins.join(' ')}`);
});
