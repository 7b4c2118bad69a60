import { deleteAccount } from '../../core/use-cases/accounts/delete-account.ts';
import { listAuditEvents } from '../../core/use-cases/accounts/list-audit-events.ts';
import { createProject } from '../../core/use-cases/projects/create-project.ts';
import { deleteProject } from '../../core/use-cases/projects/delete-project.ts';
import { emptyProject } from '../../core/use-cases/projects/empty-project.ts';
import { getProject } from '../../core/use-cases/projects/get-project.ts';
import { getProjectDeletionStatus } from '../../core/use-cases/projects/get-project-deletion-status.ts';
import { restoreProject } from '../../core/use-cases/projects/restore-project.ts';
import { updateProject } from '../../core/use-cases/projects/update-project.ts';
import {
  AWS_PROJECT_DELETION,
  type ProjectDeletionServices,
} from '../composition/project-deletion-services.ts';
import { awsServices, type RecordServices } from '../composition/services.ts';
import { AWS_PEOPLE, type PeopleServices } from '../composition/user-services.ts';
import { type PersonRun, personEndpoint } from '../http/endpoint.ts';
import { type CallsOf, routeCalls } from '../http/route-calls.ts';
import { lazily } from '../lazily.ts';

/** The input of a call that names a project, as its schema was held to. */
type InProject = { readonly projectId: string };
/** That of one that names it twice, so that no other is meant. */
type Named = InProject & { readonly name: string; readonly now?: boolean };

/** Every call of a person about a project itself; the end of an account too, which is that of its projects. */
export function createHandler(services: RecordServices & PeopleServices & ProjectDeletionServices) {
  const runs: Readonly<Record<CallsOf<'project-calls'>, PersonRun>> = {
    getProject: (person, input) => getProject(services, person, input as InProject),
    createProject: (person, input) => createProject(services, person, input),
    updateProject: (person, input) => updateProject(services, person, input as InProject),
    deleteProject: (person, input) => deleteProject(services, person, input as Named),
    emptyProject: (person, input) => emptyProject(services, person, input as Named),
    restoreProject: (person, input) => restoreProject(services, person, input as InProject),
    getProjectDeletionStatus: (person, input) =>
      getProjectDeletionStatus(services, person, input as InProject),
    listAuditEvents: (person, input) => listAuditEvents(services, person, input as InProject),
    deleteAccount: (person, input) => deleteAccount(services, person, input),
  };
  return routeCalls<'project-calls', PersonRun>(runs, (contract, run) =>
    personEndpoint(services, contract, run),
  );
}

export const handler = /* @__PURE__ */ lazily(() =>
  createHandler(awsServices({ ...AWS_PEOPLE, ...AWS_PROJECT_DELETION })),
);
