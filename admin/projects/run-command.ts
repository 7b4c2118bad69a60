import type { Log } from '../../core/ports/log.ts';
import { DEFAULT_SETTINGS } from '../../core/projects/project-settings.ts';
import { type Act, auditAct } from '../../core/use-cases/access/audit-act.ts';
import { COMMANDS, type CommandInput, findProject } from './project-commands.ts';

/** The audited details of each command that changes something: IDs and names of settings. */
const SENT: Readonly<Record<string, (rest: readonly string[]) => Record<string, unknown>>> = {
  create: () => ({}),
  set: (rest) => {
    const names = rest.map((argument) => argument.split('=')[0] ?? '');
    return Object.fromEntries(
      names.filter((name) => Object.hasOwn(DEFAULT_SETTINGS, name)).map((name) => [name, true]),
    );
  },
  'create-signing-secret': () => ({}),
  'revoke-signing-secret': ([secretId]) => ({ secretId }),
};

const LOG: Log = { info: console.error, warn: console.error, error: console.error };

/**
 * Runs a command of the operator's, written down as `project NAME` where it changes something
 * (docs/decisions/0018).
 */
export async function runCommand(name: string, input: CommandInput): Promise<object> {
  const [command, sentOf] = [COMMANDS[name], SENT[name]];
  if (!command) throw new Error(`the command ${name} does not exist`);
  if (!sentOf) return command(input);
  const { services, rest } = input;
  const projectId = name === 'create' ? null : (await findProject(input)).projectId;
  const act: Act = {
    action: `project ${name}`,
    actor: { kind: 'operator' },
    projectId,
    accountId: services.accountId,
    sent: { ...sentOf(rest), ...(projectId === null ? {} : { projectId }) },
    source: { sourceAddress: null, requestId: null },
  };
  return auditAct({ ...services, log: LOG }, act, () => command(input));
}
