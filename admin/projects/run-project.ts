/**
 * `npm run --silent project -- COMMAND [--data DIR | --stack NAME] [--project prj_…]`: shows and
 * changes the settings of a project, of the local service or of a deployed stack, and prints JSON.
 * It acts on the next request of a service that runs.
 */
import { parseArgs } from 'node:util';
import { CommandError } from '../../cli/command-error.ts';
import { outcomeOf } from '../../cli/exit-codes.ts';
import { nearestName } from '../../core/foundation/nearest-name.ts';
import { PROBLEMS } from '../../core/foundation/problems.ts';
import { ServiceError } from '../../core/foundation/service-error.ts';
import { findPlan } from '../../core/projects/plans.ts';
import { openServices } from '../open-services.ts';
import { DATA_OPTION, dataDirOf, PROJECT_OPTION, STACK_OPTION } from '../program-options.ts';
import { runProgram, usageOf } from '../run-program.ts';
import { COMMANDS } from './project-commands.ts';
import { runCommand } from './run-command.ts';

const OPTIONS = {
  data: DATA_OPTION,
  stack: STACK_OPTION,
  project: PROJECT_OPTION,
  plan: { type: 'string', value: 'NAME', meaning: 'The plan of `create`, for this command only.' },
} as const;
const HELP = {
  usage: 'npm run --silent project -- COMMAND [--data DIR | --stack NAME] [--project prj_…]',
  summary: 'Shows and changes the settings of a project, and prints JSON.',
  more: `commands:
  list | show | create [NAME]
  set NAME=VALUE …
      allowedWidths=320,640 (or null), allowedHeights, requireSignature=true,
      presets='{"card": "width=300"}', overQuota=original, quotaMode=log,
      temporaryLifeHours=168
  create-signing-secret | revoke-signing-secret sec_…`,
  options: OPTIONS,
  examples: [
    'npm run --silent project -- show',
    'npm run --silent project -- set requireSignature=true --stack imagewell',
  ],
} as const;

function describeUnknown(name: string): string {
  if (name === '') return 'No command is given.';
  const nearest = nearestName(name, Object.keys(COMMANDS));
  return `The command ${name} does not exist${nearest ? `; did you mean ${nearest}?` : '.'}`;
}

/** A refusal of core's with its fields, as an error of the command's own. */
function explain(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const { status } = PROBLEMS[error.code];
  const faults = error.options.errors ?? [];
  const lines = faults.map(({ pointer, detail }) => `${pointer}: ${detail}`);
  return new CommandError(outcomeOf(status), error.message, undefined, lines);
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  const [name = '', ...rest] = positionals;
  if (!Object.hasOwn(COMMANDS, name))
    throw new CommandError('usage', describeUnknown(name), usageOf(HELP));
  const { plan, project: projectId } = values;
  const liftedPlan = plan === undefined ? undefined : findPlan(plan);
  if (plan !== undefined && !liftedPlan)
    throw new CommandError('usage', `The plan ${plan} does not exist.`, usageOf(HELP));
  const services = await openServices({ ...values, data: dataDirOf(values) });
  const done = await runCommand(name, { services, projectId, rest, liftedPlan });
  console.log(JSON.stringify(done, null, 2));
}

await runProgram(HELP, () =>
  run().catch((error: unknown) => {
    throw explain(error);
  }),
);
