import type { InputOf } from '../../api/call-types.ts';
import type { DescribedProject } from '../../api/calls/projects.ts';
import type { Services } from '../../ports/services.ts';
import { requireAllowedMode } from '../../projects/quota-mode.ts';
import { type Member, recheckMember } from '../access/authorize-member.ts';
import { changeProjectSettings } from './change-project-settings.ts';
import { describeProject } from './describe-project.ts';

type Needs = Pick<Services, 'memberships' | 'projects' | 'projectPurge' | 'hasRekognition'>;

/**
 * Sets the given fields of a project; throws project_not_found, validation_failed,
 * plan_forbids_log_mode (projects.settings).
 */
export async function updateProject(
  services: Needs,
  member: Member,
  sent: InputOf<'updateProject'>,
): Promise<DescribedProject> {
  const { projectId, plan } = member.project;
  requireAllowedMode(sent.quotaMode, plan);
  const { projects, hasRekognition, projectPurge: edge } = services;
  await changeProjectSettings({ projects, hasRekognition, edge }, projectId, sent);
  return describeProject(await recheckMember(services, member));
}
