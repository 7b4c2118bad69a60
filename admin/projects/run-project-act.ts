import { DEFAULT_SETTINGS } from '../../core/projects/project-settings.ts';
import { audited } from '../session/audited.ts';
import { findNamedOrFirstProject } from './find-named-or-first-project.ts';
import {
  type ActInput,
  PROJECT_ACTS,
  type ProjectAct,
  type ProjectAnswer,
} from './project-acts.ts';

/** The audited details of each act: IDs and names of settings. */
const SENT: Readonly<Record<ProjectAct, (rest: readonly string[]) => Record<string, unknown>>> = {
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

/** Runs an act of the operator's, written down as `project NAME` (docs/decisions/0018). */
export async function runProjectAct<Name extends ProjectAct>(
  name: Name,
  input: ActInput,
): Promise<ProjectAnswer<Name>> {
  const { services, rest } = input;
  const projectId =
    name === 'create' ? null : (await findNamedOrFirstProject(services, input.projectId)).projectId;
  const act = {
    action: `project ${name}`,
    accountId: services.accountId,
    projectId,
    sent: { ...SENT[name](rest), ...(projectId === null ? {} : { projectId }) },
  };
  const run: (input: ActInput) => Promise<object> = PROJECT_ACTS[name];
  return (await audited(services, act, () => run(input))) as ProjectAnswer<Name>;
}
