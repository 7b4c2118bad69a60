import { CommandError } from '../../cli/command-error.ts';
import type { Project } from '../../core/projects/project.ts';
import type { ProjectServices } from './project-services.ts';

/** The project of a command: the named one, else the first one of the operator's account. */
export async function findNamedOrFirstProject(
  { projects, accountId }: Pick<ProjectServices, 'projects' | 'accountId'>,
  projectId: string | undefined,
): Promise<Project> {
  if (projectId === undefined) {
    const [oldest] = await projects.listProjects(accountId);
    if (oldest) return oldest;
    const hint = 'Create one: npx imagewell start, or npx imagewell admin bootstrap for a stack.';
    throw new CommandError('notFound', 'No project exists yet.', hint);
  }
  const found = await projects.getProject(projectId);
  if (found) return found;
  const hint = 'List the projects: npx imagewell admin projects list';
  throw new CommandError('notFound', `The project ${projectId} does not exist.`, hint);
}
