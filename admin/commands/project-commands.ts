import type { Command } from 'commander';
import { CommandError } from '../../cli/command-error.ts';
import { type Columns, facts } from '../../cli/output/table.ts';
import type { Session } from '../../cli/session.ts';
import { findPlan } from '../../core/projects/plans.ts';
import type { Project } from '../../core/projects/project.ts';
import { allowOrigin } from '../projects/allow-origin.ts';
import { describeSettings } from '../projects/describe-settings.ts';
import type { ProjectAct, ProjectAnswer } from '../projects/project-acts.ts';
import type { ProjectServices } from '../projects/project-services.ts';
import { runProjectAct } from '../projects/run-project-act.ts';
import { type AdminCall, adminAction } from '../session/admin-action.ts';
import type { AdminServices } from '../session/admin-services.ts';

const COLUMNS: Columns<Pick<Project, 'projectId' | 'name'>> = {
  project: ({ projectId }) => projectId,
  name: ({ name }) => name,
};

/** Purged twice: a response in flight may bring the old settings to the CDN after the first. */
function projectServices(services: AdminServices): ProjectServices {
  const { edge, untilNothingInFlight } = services;
  const purgeProject = async (projectId: string): Promise<void> => {
    await edge.purgeProject(projectId);
    await untilNothingInFlight();
    await edge.purgeProject(projectId);
  };
  return { ...services, edge: { purgeProject } };
}

function findLiftedPlan({ services, options: { plan } }: AdminCall) {
  if (plan === undefined) return undefined;
  const found = findPlan(plan, services.plans);
  if (found) return found;
  throw new CommandError('usage', `The plan ${plan} does not exist.`);
}

/** A command that changes a project, with its answer in its form for users. */
function change<Name extends ProjectAct>(
  session: Session,
  name: Name,
  describe: (answer: ProjectAnswer<Name>) => string,
) {
  return adminAction(session, async (call) => {
    const { options, args } = call;
    const answer = await runProjectAct(name, {
      services: projectServices(call.services),
      projectId: options.project,
      rest: args,
      liftedPlan: findLiftedPlan(call),
    });
    session.print(answer, () => describe(answer));
  });
}

async function list({ session, services }: AdminCall): Promise<void> {
  const all = await services.projects.listProjects(services.accountId);
  const projects = all.map(({ projectId, name }) => ({ projectId, name }));
  session.printList(projects, COLUMNS, 'No projects were found.');
}

/** The commands of `admin projects` over the projects of the operator's own account. */
export function addProjectCommands(projects: Command, session: Session): void {
  projects
    .command('list')
    .description("list the projects of the operator's account")
    .action(adminAction(session, list));
  projects
    .command('create')
    .description('create a project and print its keys; they are not shown again')
    .argument('[name]', 'name of the project')
    .option('--plan <name>', 'plan whose limits apply to this command only')
    .action(change(session, 'create', (answer) => facts({ ...answer })));
  projects
    .command('set')
    .description(
      'change settings of the project of --project, or of the first one, from the next request on',
    )
    .argument('<name=value...>', 'settings, like allowedWidths=320,640 or requireSignature=true')
    .action(
      change(session, 'set', ({ projectId, ...settings }) =>
        facts({ projectId, ...describeSettings(settings) }),
      ),
    );
  projects
    .command('create-signing-secret')
    .description('create a signing secret and print it; it is not shown again')
    .action(change(session, 'create-signing-secret', (answer) => facts({ ...answer })));
  projects
    .command('revoke-signing-secret')
    .description('revoke a signing secret and every URL that it signed')
    .argument('<secret>', 'ID of the signing secret')
    .action(change(session, 'revoke-signing-secret', ({ secretId }) => `${secretId} is revoked.`));
}

/** `admin allow-origin`. */
export function addAllowOriginCommand(admin: Command, session: Session): void {
  admin
    .command('allow-origin')
    .description('let pages of web origins upload to the project of --project, or the first one')
    .argument('<origin...>', 'web origins, like https://app.example.com')
    .action(adminAction(session, allowOrigin));
}
