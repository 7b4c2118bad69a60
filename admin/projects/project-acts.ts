import { CommandError } from '../../cli/command-error.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import { ServiceError } from '../../core/foundation/service-error.ts';
import type { Plan } from '../../core/projects/plans.ts';
import {
  createProjectSigningSecret,
  revokeSigningSecret,
} from '../../core/use-cases/keys/manage-signing-secrets.ts';
import {
  createDefaultProject,
  storeDefaultProject,
} from '../../core/use-cases/projects/store-default-project.ts';
import { changeProjectSettings } from '../../core/use-cases/projects/update-project.ts';
import { findNamedOrFirstProject } from './find-named-or-first-project.ts';
import type { ProjectServices } from './project-services.ts';

/** The services and arguments of an act. */
export interface ActInput {
  readonly services: ProjectServices;
  /** Undefined: the account's oldest. */
  readonly projectId: string | undefined;
  readonly rest: readonly string[];
  /** In place of the account's, for this command alone. */
  readonly liftedPlan: Plan | undefined;
}

/** A list of sizes as `320,640`, the JSON value that a text is, or the text itself. */
function readValue(name: string, text: string): unknown {
  const isList = name.startsWith('allowed') && /^\d+(,\d+)*$/.test(text);
  if (isList) return text.split(',').map(Number);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function readAssignments(rest: readonly string[]): Record<string, unknown> {
  const pairs = rest.map((argument) => {
    const at = argument.indexOf('=');
    if (at < 1) throw new CommandError('usage', `${argument} does not have the form NAME=VALUE`);
    const name = argument.slice(0, at);
    return [name, readValue(name, argument.slice(at + 1))];
  });
  if (pairs.length === 0)
    throw new CommandError('usage', 'set requires NAME=VALUE, for example requireSignature=true');
  return Object.fromEntries(pairs);
}

async function create({ services, liftedPlan, rest: [projectName = 'project'] }: ActInput) {
  const oldest = await findNamedOrFirstProject(services, undefined);
  const result = createDefaultProject(services.randomBytes);
  const { accountId, plan: ownPlan } = oldest;
  const plan = liftedPlan ?? ownPlan;
  await storeDefaultProject(services, result, {
    accountId,
    plan,
    projectName,
    keyName: 'operator',
    isDefault: false,
  });
  return result;
}

/** THE acts of an operator that change a project. */
export const PROJECT_ACTS = {
  create,
  set: async (input: ActInput) => {
    const sent = readAssignments(input.rest);
    const { projectId } = await findNamedOrFirstProject(input.services, input.projectId);
    const settings = await changeProjectSettings(input.services, projectId, sent);
    return { projectId, ...settings };
  },
  'create-signing-secret': async (input: ActInput) => {
    const { projectId } = await findNamedOrFirstProject(input.services, input.projectId);
    const result = await createProjectSigningSecret(input.services, projectId);
    if (result) return result;
    const detail = `a project may have at most ${LIMITS.maxSigningSecrets} signing secrets; revoke one first`;
    throw new ServiceError('signing_secret_limit_reached', { detail });
  },
  'revoke-signing-secret': async (input: ActInput) => {
    const [secretId] = input.rest;
    if (!secretId)
      throw new CommandError('usage', 'revoke-signing-secret requires the ID of a secret, sec_…');
    const { projectId } = await findNamedOrFirstProject(input.services, input.projectId);
    const wasThere = await revokeSigningSecret(input.services, projectId, secretId);
    if (!wasThere) {
      const detail = `${projectId} has no signing secret ${secretId}`;
      throw new ServiceError('signing_secret_not_found', { detail });
    }
    return { message: 'signing_secret_revoked', secretId };
  },
};

export type ProjectAct = keyof typeof PROJECT_ACTS;
/** The printed answer of each. */
export type ProjectAnswer<Name extends ProjectAct> = Awaited<
  ReturnType<(typeof PROJECT_ACTS)[Name]>
>;
