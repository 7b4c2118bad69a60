import { deleteAccount } from '../../core/use-cases/accounts/delete-account.ts';
import { listAuditEvents } from '../../core/use-cases/accounts/list-audit-events.ts';
import { createProject } from '../../core/use-cases/projects/create-project.ts';
import {
  deleteProject,
  emptyProject,
  getProjectDeletionStatus,
  restoreProject,
} from '../../core/use-cases/projects/delete-project.ts';
import { getProject, listRefusedOrigins } from '../../core/use-cases/projects/read-projects.ts';
import { updateProject } from '../../core/use-cases/projects/update-project.ts';
import {
  AWS_PROJECT_DELETION,
  type ProjectDeletionServices,
} from '../composition/project-deletion-services.ts';
import { awsServices, type RecordServices } from '../composition/services.ts';
import { AWS_USERS, type UserServices } from '../composition/user-services.ts';
import { routeCalls } from '../http/route-calls.ts';
import { lazily } from '../lazily.ts';

/**
 * Every user's call about a project itself; also the deletion of an account, which deletes its
 * projects.
 */
export function createHandler(services: RecordServices & UserServices & ProjectDeletionServices) {
  return routeCalls(services, 'project-calls', {
    getProject,
    createProject,
    updateProject,
    deleteProject,
    emptyProject,
    restoreProject,
    getProjectDeletionStatus,
    listAuditEvents,
    listRefusedOrigins,
    deleteAccount,
  });
}

export const handler = /* @__PURE__ */ lazily(() =>
  createHandler(awsServices({ ...AWS_USERS, ...AWS_PROJECT_DELETION })),
);
