import type { InputOf } from '../../api/call-types.ts';
import type { DescribedProject } from '../../api/calls/projects.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { ProjectPurge } from '../../ports/images/edge-purge.ts';
import type { Services } from '../../ports/services.ts';
import { EDGE_SETTINGS, type ProjectSettings } from '../../projects/project-settings.ts';
import { requireAllowedMode } from '../../projects/quota-mode.ts';
import { readSettings } from '../../projects/read-settings.ts';
import { requireRekognition } from '../../projects/rekognition-settings.ts';
import { type Member, recheckMember } from '../access/authorize-member.ts';
import { describeProject } from './read-projects.ts';

type SettingsNeeds = Pick<Services, 'projects' | 'hasRekognition'> & {
  readonly edge: ProjectPurge;
};

/**
 * Sets the named settings of a project, and purges the edge of the project's images if they decide
 * its cached responses. It purges even without a change, so that a second call completes an
 * interrupted one. Throws validation_failed, project_not_found.
 */
export async function changeProjectSettings(
  { projects, hasRekognition, edge }: SettingsNeeds,
  projectId: string,
  sent: Readonly<Record<string, unknown>>,
): Promise<ProjectSettings> {
  const change = readSettings(sent);
  requireRekognition(change, hasRekognition);
  const isThere = await projects.changeSettings(projectId, change);
  if (EDGE_SETTINGS.some((name) => Object.hasOwn(change, name))) await edge.purgeProject(projectId);
  const project = isThere ? await projects.getOpenProject(projectId) : undefined;
  if (!project) throw new ServiceError('project_not_found');
  return project.settings;
}

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
