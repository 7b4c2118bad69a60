import type { Command } from 'commander';
import type { Project } from '../../client/src/generated/calls.ts';
import { CommandError } from '../command-error.ts';
import { type Columns, facts } from '../output/table.ts';
import type { Session } from '../session.ts';
import type { AddCommands } from './add-commands.ts';
import { PROJECT } from './project-argument.ts';
import { addProjectDeletion } from './project-deletion.ts';
import { addSettingOptions, type SettingOptions, settingsOf } from './project-settings.ts';

const COLUMNS: Columns<Project> = {
  id: ({ projectId }) => projectId,
  name: ({ name }) => name,
  role: ({ role }) => role,
  state: ({ state }) => state,
  created: ({ createdAt }) => createdAt,
};

/** A project as human-readable text. */
export function describeProject(project: Project): string {
  const shown = Object.entries(project).map(([name, value]) => {
    const isSimple = value === null || typeof value !== 'object';
    const listed = Array.isArray(value) ? value.join(' ') : JSON.stringify(value);
    return [name, isSimple ? value : listed];
  });
  return facts(Object.fromEntries(shown));
}

async function use(session: Session, named: string): Promise<void> {
  const { baseUrl } = await session.service();
  const projectId = await session.projectId(named);
  const { name } = await (await session.userCalls()).getProject({ projectId });
  await session.signIns.change(async (now) => {
    const signIn = now.services[baseUrl];
    if (!signIn)
      throw new CommandError(
        'credentials',
        `You are not signed in to ${baseUrl}; use npx imagewell login.`,
      );
    const services = { ...now.services, [baseUrl]: { ...signIn, projectId } };
    return [{ ...now, services }, undefined] as const;
  });
  session.print({ projectId, name }, () => `${name} is the default project from now on.`);
}

function addReading(projects: Command, session: Session): void {
  projects
    .command('list')
    .description('list your projects with your role in each')
    .action(async () => {
      const answer = await (await session.userCalls()).listProjects();
      session.printList(answer.projects, COLUMNS, 'You are not a member of any project.');
    });
  projects
    .command('show')
    .description('show the settings of a project')
    .argument('[project]', PROJECT)
    .action(async (named?: string) => {
      const projectId = await session.projectId(named);
      const answer = await (await session.userCalls()).getProject({ projectId });
      session.print(answer, () => describeProject(answer));
    });
}

function addChanging(projects: Command, session: Session): void {
  const create = projects
    .command('create')
    .description('create a project; it counts toward your plan')
    .argument('<name>', 'name of the project')
    .action(async (name: string, options: SettingOptions) => {
      const answer = await (await session.userCalls()).createProject({
        ...settingsOf(options),
        name,
      });
      session.print(answer, () => describeProject(answer));
    });
  const update = projects
    .command('update')
    .description('change the settings of a project')
    .argument('[project]', PROJECT)
    .option('--name <name>', 'new name of the project')
    .action(async (named: string | undefined, options: SettingOptions) => {
      const { calls, projectId } = await session.inProject(named);
      const answer = await calls.updateProject({ projectId, ...settingsOf(options) });
      session.print(answer, () => describeProject(answer));
    });
  for (const command of [create, update]) addSettingOptions(command);
}

/** `projects …`. */
export const addProjectCommands: AddCommands = (program, session) => {
  program.commandsGroup('Projects:');
  const projects = program.command('projects').description('manage your projects');
  addReading(projects, session);
  addChanging(projects, session);
  addProjectDeletion(projects, session);
  projects
    .command('use')
    .description('set the default project')
    .argument('<project>', 'ID or name of the project')
    .action((named: string) => use(session, named));
};
