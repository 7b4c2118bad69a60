import type { ListProjectsResult } from '../../client/src/generated/calls.ts';
import { CommandError } from '../command-error.ts';
import { safeText } from '../output/safe-text.ts';

type Project = ListProjectsResult['projects'][number];

const PROJECT_ID = /^prj_/;
const described = (projects: readonly Project[]) =>
  projects.map(({ projectId, name }) => `  ${projectId}  ${safeText(name)}`).join('\n');

/** A project name must be unique to select a project. */
function byName(projects: readonly Project[], name: string): string {
  const found = projects.filter((project) => project.name === name);
  const [first, second] = found;
  if (second) {
    const hint = `Use the ID of one:\n${described(found)}`;
    throw new CommandError('usage', `${found.length} projects have the name ${name}.`, hint);
  }
  if (first) return first.projectId;
  const hint = projects.length === 0 ? undefined : `Your projects:\n${described(projects)}`;
  throw new CommandError('notFound', `You have no project with the name ${name}.`, hint);
}

/** The selected project: by ID or name, else the only one, else the choice of the user. */
export async function findProject(
  named: string | undefined,
  listProjects: () => Promise<readonly Project[]>,
  pick: ((projects: readonly Project[]) => Promise<string>) | undefined,
): Promise<string> {
  if (named !== undefined && PROJECT_ID.test(named)) return named;
  const projects = await listProjects();
  if (named !== undefined) return byName(projects, named);
  const [only, ...others] = projects;
  if (!only) throw new CommandError('notFound', 'You are not a member of any project.');
  if (others.length === 0) return only.projectId;
  if (pick) return pick(projects);
  const hint = `Select one with --project or IMAGEWELL_PROJECT:\n${described(projects)}`;
  throw new CommandError('usage', 'No project is selected.', hint);
}
