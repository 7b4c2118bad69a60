/**
 * `npm run allow-origin -- https://app.example.com [--data DIR | --stack NAME]`: adds a web origin
 * to the list of a project, the first one without `--project`, local or a stack's.
 */
import { parseArgs } from 'node:util';
import { CommandError } from '../../cli/command-error.ts';
import { listFaults } from '../../core/foundation/fault-list.ts';
import { findOriginFaults } from '../../core/projects/allowed-origins.ts';
import { openServices } from '../open-services.ts';
import { DATA_OPTION, dataDirOf, PROJECT_OPTION, STACK_OPTION } from '../program-options.ts';
import { runProgram, usageOf } from '../run-program.ts';

const OPTIONS = { data: DATA_OPTION, stack: STACK_OPTION, project: PROJECT_OPTION };
const HELP = {
  usage: 'npm run allow-origin -- ORIGIN… [--data DIR | --stack NAME] [--project prj_…]',
  summary: 'Lets pages of web origins upload images. It acts on the next request.',
  options: OPTIONS,
  examples: [
    'npm run allow-origin -- https://app.example.com',
    'npm run allow-origin -- http://127.0.0.1:5173 --data .data',
  ],
} as const;

/** The errors of the origins, one line each. */
function describeFaults(origins: readonly string[]): string[] {
  return listFaults(findOriginFaults, origins).told.map(({ pointer, detail }) => {
    const origin = origins[Number(pointer.slice(1))];
    return origin === undefined || pointer === '' ? detail : `${origin}: ${detail}`;
  });
}

await runProgram(HELP, async () => {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  if (positionals.length === 0)
    throw new CommandError('usage', 'No origin is given.', usageOf(HELP));
  const { projects, accountId } = await openServices({ ...values, data: dataDirOf(values) });
  const project =
    values.project === undefined
      ? (await projects.listProjects(accountId))[0]
      : await projects.getProject(values.project);
  if (!project && values.project !== undefined) {
    const hint = 'List the projects: npm run --silent project -- list';
    throw new CommandError('notFound', `The project ${values.project} does not exist.`, hint);
  }
  if (!project) {
    const hint = values.stack
      ? 'Create one with npm run bootstrap.'
      : 'Run npx imagewell start first.';
    throw new CommandError(
      'notFound',
      `${values.stack ?? dataDirOf(values)} has no project yet.`,
      hint,
    );
  }
  const origins = [...new Set([...project.allowedOrigins, ...positionals])];
  const faults = describeFaults(origins);
  if (faults.length > 0)
    throw new CommandError('usage', 'These are not web origins:', undefined, faults);
  await projects.setAllowedOrigins(project.projectId, origins);
  console.log(`allowed origins of ${project.projectId}: ${origins.join(' ')}`);
});
