import { createProject } from '../../core/use-cases/create-project.ts';
import { deleteAccount } from '../../core/use-cases/delete-account.ts';
import { deleteProject } from '../../core/use-cases/delete-project.ts';
import { emptyProject } from '../../core/use-cases/empty-project.ts';
import { exportAccount } from '../../core/use-cases/export-account.ts';
import { getProjectDeletionStatus } from '../../core/use-cases/get-project-deletion-status.ts';
import { restoreProject } from '../../core/use-cases/restore-project.ts';
import { updateProject } from '../../core/use-cases/update-project.ts';
import type { PersonRun } from '../http/endpoint.ts';
import type { PeopleServices } from '../people-services.ts';
import type { RecordServices } from '../services.ts';

/** The input of a call that names a project, as its schema was held to. */
type InProject = { readonly projectId: string };
/** That of one that names it twice, so that no other is meant. */
type Named = InProject & { readonly name: string; readonly now?: boolean };

/** The calls by which projects are made, changed, deleted and restored, and whole accounts taken along and deleted. */
export function projectCalls(services: RecordServices & PeopleServices) {
  return {
    createProject: (person, input) => createProject(services, person, input),
    updateProject: (person, input) => updateProject(services, person, input as InProject),
    deleteProject: (person, input) => deleteProject(services, person, input as Named),
    emptyProject: (person, input) => emptyProject(services, person, input as Named),
    restoreProject: (person, input) => restoreProject(services, person, input as InProject),
    getProjectDeletionStatus: (person, input) =>
      getProjectDeletionStatus(services, person, input as InProject),
    exportAccount: (person, input) => exportAccount(services, person, input),
    deleteAccount: (person, input) => deleteAccount(services, person, input),
  } satisfies Readonly<Record<string, PersonRun>>;
}
