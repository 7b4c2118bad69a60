import { CommandError } from '../../cli/command-error.ts';
import { listFaults } from '../../core/foundation/fault-list.ts';
import { findOriginFaults } from '../../core/projects/allowed-origins.ts';
import type { AdminCall } from '../session/admin-action.ts';
import { audited } from '../session/audited.ts';
import { findNamedOrFirstProject } from './find-named-or-first-project.ts';

/** The errors of the origins, one line each. */
function describeFaults(origins: readonly string[]): string[] {
  return listFaults(findOriginFaults, origins).reported.map(({ pointer, detail }) => {
    const origin = origins[Number(pointer.slice(1))];
    return origin === undefined || pointer === '' ? detail : `${origin}: ${detail}`;
  });
}

/** `admin allow-origin`: adds web origins to the list of a project, from its next request on. */
export async function allowOrigin({ session, services, options, args }: AdminCall): Promise<void> {
  const { projects } = services;
  const project = await findNamedOrFirstProject(services, options.project);
  const { projectId, accountId, allowedOrigins } = project;
  const origins = [...new Set([...allowedOrigins, ...args])];
  const faults = describeFaults(origins);
  if (faults.length > 0)
    throw new CommandError('usage', 'These are not web origins:', undefined, faults);
  const act = { action: 'project allow-origin', accountId, projectId, sent: { projectId } };
  await audited(services, act, async () => {
    await projects.setAllowedOrigins(projectId, origins);
    return {};
  });
  const answer = { projectId, allowedOrigins: origins };
  session.print(answer, () => `allowed origins of ${projectId}: ${origins.join(' ')}`);
}
