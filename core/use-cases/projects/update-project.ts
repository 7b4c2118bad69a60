import type { DescribedProject } from '../../api/calls/shapes.ts';
import { updateProject as CONTRACT } from '../../api/calls/update-project.ts';
import type { Services } from '../../ports/services.ts';
import { requireAllowedMode } from '../../projects/quota-mode.ts';
import type { Person } from '../access/authenticate-person.ts';
import { requireRole } from '../access/require-role.ts';
import { changeProjectSettings } from './change-project-settings.ts';
import { describeProject } from './describe-project.ts';

type Needs = Pick<Services, 'memberships' | 'projects' | 'projectPurge'>;

/**
 * Sets what is given of a project; throws project_not_found, insufficient_role, validation_failed,
 * plan_forbids_log_mode (projects.settings).
 */
export async function updateProject(
  services: Needs,
  person: Person,
  { projectId, ...sent }: { readonly projectId: string; readonly quotaMode?: unknown },
): Promise<DescribedProject> {
  const asked = CONTRACT.credential.role;
  const { project } = await requireRole(services, person, projectId, asked);
  requireAllowedMode(sent.quotaMode, project.plan);
  const { projects, projectPurge: edge } = services;
  await changeProjectSettings({ projects, edge }, projectId, sent);
  return describeProject(await requireRole(services, person, projectId, asked));
}
