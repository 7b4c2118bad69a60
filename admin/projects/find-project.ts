import { CommandError } from '../../cli/command-error.ts';
import type { Project } from '../../core/projects/project.ts';
import type { AdminCall } from '../session/admin-action.ts';

/** The project that the first argument names. Throws a CommandError if it doesn't exist. */
export async function findProject({
  services,
  args: [projectId = ''],
}: Pick<AdminCall, 'services' | 'args'>): Promise<Project> {
  const found = await services.projects.getProject(projectId);
  if (found) return found;
  throw new CommandError('notFound', `The project ${projectId} does not exist.`);
}
