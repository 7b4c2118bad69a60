/**
 * `npm run --silent project -- COMMAND [--data DIR | --stack NAME] [--project prj_…]`: shows and changes the settings of a project, of the local service or of
 * a deployed stack, and prints JSON. It acts on the next request of a service that runs.
 */
import { parseArgs } from 'node:util';
import { ServiceError } from '../core/contract/service-error.ts';
import { COMMANDS } from './operator/project-commands.ts';
import { runCommand } from './operator/run-command.ts';

const USAGE = `usage: npm run --silent project -- COMMAND [--data DIR | --stack NAME] [--project prj_…]
  list | show | create [NAME]
  set NAME=VALUE …     allowedWidths=320,640 (or null), allowedHeights, presets='{"card": "width=300"}',
                       requireSignature=true, overQuota=original, quotaMode=log, temporaryLifeHours=168
  create-signing-secret | revoke-signing-secret sec_…`;

function describeFault(error: unknown): string {
  if (!(error instanceof ServiceError)) return (error as Error).message;
  const faults = error.options.errors ?? [];
  return [error.message, ...faults.map(({ pointer, detail }) => `  ${pointer}: ${detail}`)].join(
    '\n',
  );
}

/** Of the two only what is asked for is loaded: the clients of AWS take a second. */
async function openServices({ stack, data }: { stack?: string; data: string }) {
  if (stack) return (await import('./operator/open-stack.ts')).openStack(stack);
  return (await import('./operator/open-data-folder.ts')).openDataFolder(data);
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      data: { type: 'string', default: process.env.DATA_DIR ?? '.data' },
      stack: { type: 'string' },
      project: { type: 'string' },
    },
    allowPositionals: true,
  });
  const [name = '', ...rest] = positionals;
  if (!Object.hasOwn(COMMANDS, name)) throw new Error(USAGE);
  const services = await openServices(values);
  console.log(
    JSON.stringify(await runCommand(name, { services, projectId: values.project, rest }), null, 2),
  );
}

await run().catch((error: unknown) => {
  console.error(describeFault(error));
  process.exitCode = 1;
});
