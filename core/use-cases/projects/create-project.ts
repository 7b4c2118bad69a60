import type { InputOf } from '../../api/call-types.ts';
import type { DescribedProject } from '../../api/calls/projects.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { encodeIdBytes } from '../../images/ids.ts';
import type { Services } from '../../ports/services.ts';
import { projectQuotaExceeded } from '../../projects/plans.ts';
import type { NewProject } from '../../projects/project.ts';
import { DEFAULT_SETTINGS } from '../../projects/project-settings.ts';
import { requireAllowedMode } from '../../projects/quota-mode.ts';
import { readSettings } from '../../projects/read-settings.ts';
import { requireRekognition } from '../../projects/rekognition-settings.ts';
import type { User } from '../access/authenticate-user.ts';
import { describeProject } from './read-projects.ts';

type Needs = Pick<Services, 'accounts' | 'clock' | 'randomBytes' | 'hasRekognition'>;

/**
 * Makes a project that the user owns; throws validation_failed, plan_forbids_log_mode,
 * project_quota_exceeded, account_deleting (projects.settings).
 */
export async function createProject(
  { accounts, clock, randomBytes, hasRekognition }: Needs,
  { account }: User,
  { name, ...sent }: InputOf<'createProject'>,
): Promise<DescribedProject> {
  const { allowedOrigins = [], ...settings } = readSettings(sent);
  const { accountId, plan } = account;
  requireAllowedMode(settings.quotaMode, plan);
  requireRekognition(settings, hasRekognition);
  const project: NewProject = {
    projectId: `prj_${encodeIdBytes(randomBytes(26))}`,
    accountId,
    name,
    allowedOrigins,
    plan,
    createdAt: clock(),
    settings,
  };
  const outcome = await accounts.addProject(project, plan.maxProjects);
  if (outcome === 'deleting') throw new ServiceError('account_deleting');
  if (outcome === 'quota_exceeded') throw projectQuotaExceeded(plan);
  const whole = { ...DEFAULT_SETTINGS, ...settings };
  const result = { ...project, settings: whole, isDefault: false, deletion: null };
  return describeProject({ project: result, role: 'owner' });
}
