import { DEFAULT_SETTINGS } from '../../core/projects/project-settings.ts';
import { audited } from '../commands/audited.ts';
import { findOperatedProject } from './find-operated-project.ts';
import {
  type CommandInput,
  PROJECT_COMMANDS,
  type ProjectAnswer,
  type ProjectCommand,
} from './project-commands.ts';

/** The audited details of each command that changes something: IDs and names of settings. */
const SENT: Readonly<Record<ProjectCommand, (rest: readonly string[]) => Record<string, unknown>>> =
  {
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

/** Runs a command of the operator's, written down as `project NAME` (docs/decisions/0018). */
export async function runCommand<Name extends ProjectCommand>(
  name: Name,
  input: CommandInput,
): Promise<ProjectAnswer<Name>> {
  const { services, rest } = input;
  const projectId =
    name === 'create' ? null : (await findOperatedProject(services, input.projectId)).projectId;
  const act = {
    action: `project ${name}`,
    accountId: services.accountId,
    projectId,
    sent: { ...SENT[name](rest), ...(projectId === null ? {} : { projectId }) },
  };
  const run: (input: CommandInput) => Promise<object> = PROJECT_COMMANDS[name];
  return (await audited(services, act, () => run(input))) as ProjectAnswer<Name>;
}
