/**
 * `npm run --silent project -- COMMAND [--data DIR | --stack NAME] [--project prj_…]`: shows and
 * changes the settings of a project, of the local service or of a deployed stack, and prints JSON.
 * It acts on the next request of a service that runs.
 */
import { parseArgs } from 'node:util';
import { openServices } from '../admin/open-services.ts';
import { COMMANDS } from '../admin/project-commands.ts';
import { runCommand } from '../admin/run-command.ts';
import { runProgram } from '../admin/run-program.ts';
import { CommandError } from '../cli/command-error.ts';
import { outcomeOf } from '../cli/exit-codes.ts';
import { PROBLEMS } from '../core/foundation/problems.ts';
import { ServiceError } from '../core/foundation/service-error.ts';
import { findPlan } from '../core/projects/plans.ts';

const USAGE = `usage: npm run --silent project -- COMMAND [--data DIR | --stack NAME] [--project prj_…]
  list | show | create [NAME] [--plan unlimited: for this command only]
  set NAME=VALUE …     allowedWidths=320,640 (or null), allowedHeights, presets='{"card": "width=300"}',
                       requireSignature=true, overQuota=original, quotaMode=log, temporaryLifeHours=168
  create-signing-secret | revoke-signing-secret sec_…`;

/** A refusal of core's with its fields, as an error of the command's own. */
function explain(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const { status } = PROBLEMS[error.code];
  const faults = error.options.errors ?? [];
  const lines = faults.map(({ pointer, detail }) => `${pointer}: ${detail}`);
  return new CommandError(outcomeOf(status), error.message, undefined, lines);
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      data: { type: 'string', default: process.env.DATA_DIR ?? '.data' },
      stack: { type: 'string' },
      project: { type: 'string' },
      plan: { type: 'string' },
    },
    allowPositionals: true,
  });
  const [name = '', ...rest] = positionals;
  if (!Object.hasOwn(COMMANDS, name))
    throw new CommandError('usage', 'No command is given.', USAGE);
  const { plan, project: projectId } = values;
  const liftedPlan = plan === undefined ? undefined : findPlan(plan);
  if (plan !== undefined && !liftedPlan)
    throw new CommandError('usage', `The plan ${plan} does not exist.`, USAGE);
  const services = await openServices(values);
  const done = await runCommand(name, { services, projectId, rest, liftedPlan });
  console.log(JSON.stringify(done, null, 2));
}

await runProgram(USAGE, () =>
  run().catch((error: unknown) => {
    throw explain(error);
  }),
);
