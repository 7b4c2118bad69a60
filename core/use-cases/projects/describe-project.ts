import type { DescribedProject } from '../../api/calls/shapes.ts';
import type { MembersProject } from '../access/authorize-member.ts';

/** A project as the API shows it to a member (projects.settings). */
export function describeProject({ project, role }: MembersProject): DescribedProject {
  const { projectId, name, allowedOrigins, settings, isDefault, deletion, suspension } = project;
  const { allowedWidths, allowedHeights, ...others } = settings;
  return {
    projectId,
    name,
    role,
    createdAt: new Date(project.createdAt).toISOString(),
    allowedOrigins: [...allowedOrigins],
    allowedWidths: allowedWidths && [...allowedWidths],
    allowedHeights: allowedHeights && [...allowedHeights],
    ...others,
    isDefault,
    state: deletion ? 'deleting' : 'live',
    purgeAt: deletion && new Date(deletion.purgeAt).toISOString(),
    suspension: suspension
      ? { ...suspension, suspendedAt: new Date(suspension.suspendedAt).toISOString() }
      : null,
  };
}
