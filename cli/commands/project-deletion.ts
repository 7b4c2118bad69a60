import type { Command } from 'commander';
import { typedName } from '../output/ask.ts';
import { facts } from '../output/table.ts';
import type { Session } from '../session.ts';
import { PROJECT } from './project-argument.ts';

interface Sure {
  readonly yes?: boolean;
  readonly now?: boolean;
}

/** The service wants the name as well, so that no mistaken id deletes anything. */
async function named(session: Session, project: string | undefined, what: string, isYes?: boolean) {
  const { calls, projectId } = await session.inProject(project);
  const { name } = await calls.getProject({ projectId });
  const question = `${what} Type its name, ${name}, to go on.`;
  await typedName(session.machine, question, { name, isYes });
  return { calls, projectId, name };
}

async function remove(session: Session, project: string | undefined, { yes, now }: Sure) {
  const what = now
    ? 'This deletes a project permanently and immediately.'
    : 'This deletes a project; it can be restored for seven days.';
  const { calls, ...requested } = await named(session, project, what, yes);
  const answer = await calls.deleteProject({ ...requested, ...(now && { now: true }) });
  const restore = `npx imagewell projects restore ${answer.projectId}`;
  const human = () =>
    now
      ? `${requested.name} is being deleted.`
      : `${requested.name} will be erased at ${answer.purgeAt}. To undo: ${restore}`;
  session.print(answer, human);
}

async function empty(session: Session, project: string | undefined, { yes }: Sure): Promise<void> {
  const what = 'This deletes every image of a project permanently.';
  const { calls, ...requested } = await named(session, project, what, yes);
  const answer = await calls.emptyProject(requested);
  session.print(answer, () => `${requested.name} is being emptied.`);
}

async function showDeletion(session: Session, project: string | undefined): Promise<void> {
  const { calls, projectId } = await session.inProject(project);
  const answer = await calls.getProjectDeletionStatus({ projectId });
  const { steps, ...rest } = answer;
  const shown = steps.map(({ step, at, count }) => [
    step,
    at && (count === null ? at : `${at} (${count})`),
  ]);
  session.print(answer, () => facts({ ...rest, ...Object.fromEntries(shown) }));
}

async function restore(session: Session, project: string | undefined): Promise<void> {
  const { calls, projectId } = await session.inProject(project);
  const answer = await calls.restoreProject({ projectId });
  session.print(answer, () => `${answer.name} is restored.`);
}

/** `projects delete`, `empty`, `deletion` and `restore`. */
export function addProjectDeletion(projects: Command, session: Session): void {
  projects
    .command('delete')
    .description('delete a project; it can be restored for seven days')
    .argument('[project]', PROJECT)
    .option('--now', 'skip the seven days; requires a sign-in within the last five minutes')
    .option('--yes', 'do not ask for the name as confirmation')
    .action((project: string | undefined, sure: Sure) => remove(session, project, sure));
  projects
    .command('empty')
    .description('delete every image of a project and keep the project')
    .argument('[project]', PROJECT)
    .option('--yes', 'do not ask for the name as confirmation')
    .action((project: string | undefined, sure: Sure) => empty(session, project, sure));
  projects
    .command('deletion')
    .description('show the progress of deleting or emptying a project')
    .argument('[project]', PROJECT)
    .action((project?: string) => showDeletion(session, project));
  projects
    .command('restore')
    .description('restore a deleted project')
    .argument('[project]', PROJECT)
    .action((project?: string) => restore(session, project));
}
