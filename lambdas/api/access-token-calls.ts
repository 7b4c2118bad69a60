import { createProject } from '../../core/use-cases/create-project.ts';
import { deleteProject } from '../../core/use-cases/delete-project.ts';
import { emptyProject } from '../../core/use-cases/empty-project.ts';
import { getProject } from '../../core/use-cases/get-project.ts';
import { getProjectDeletionStatus } from '../../core/use-cases/get-project-deletion-status.ts';
import { listProjects } from '../../core/use-cases/list-projects.ts';
import { restoreProject } from '../../core/use-cases/restore-project.ts';
import { updateProject } from '../../core/use-cases/update-project.ts';
import { type PersonRun, personEndpoint } from '../http/endpoint.ts';
import { type CallsOf, routeCalls } from '../http/route-calls.ts';
import { lazily } from '../lazily.ts';
import { AWS_PEOPLE, type PeopleServices } from '../people-services.ts';
import { awsServices, type RecordServices } from '../services.ts';

/** The input of a call that names a project. */
interface InProject extends Record<string, unknown> {
  readonly projectId: string;
}

/** That of one that names it twice, as the deletion does. */
interface Named extends InProject {
  readonly name: string;
  readonly now?: boolean;
}

/** Every call of a person, with an access token. */
export function createHandler(services: RecordServices & PeopleServices) {
  const runs: Readonly<Record<CallsOf<'access-token-calls'>, PersonRun>> = {
    listProjects: (person) => listProjects(services, person),
    getProject: (person, input) =>
      getProject(services, person, { projectId: input.projectId as string }),
    createProject: (person, input) => createProject(services, person, input),
    deleteProject: (person, input) => deleteProject(services, person, input as Named),
    emptyProject: (person, input) => emptyProject(services, person, input as Named),
    restoreProject: (person, input) => restoreProject(services, person, input as InProject),
    getProjectDeletionStatus: (person, input) =>
      getProjectDeletionStatus(services, person, input as InProject),
    updateProject: (person, input) => updateProject(services, person, input as InProject),
  };
  return routeCalls<'access-token-calls', PersonRun>(runs, (contract, run) =>
    personEndpoint(services, contract, run),
  );
}

export const handler = /* @__PURE__ */ lazily(() => createHandler(awsServices(AWS_PEOPLE)));
