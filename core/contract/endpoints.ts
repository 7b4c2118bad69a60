import { createDirectUpload } from './calls/create-direct-upload.ts';
import { createProject } from './calls/create-project.ts';
import { deleteImage } from './calls/delete-image.ts';
import { deleteProject } from './calls/delete-project.ts';
import { emptyProject } from './calls/empty-project.ts';
import { explainTransformation } from './calls/explain-transformation.ts';
import { getDeletionStatus } from './calls/get-deletion-status.ts';
import { getImage } from './calls/get-image.ts';
import { getProject } from './calls/get-project.ts';
import { getProjectDeletionStatus } from './calls/get-project-deletion-status.ts';
import { getUsage } from './calls/get-usage.ts';
import { listImages } from './calls/list-images.ts';
import { listProjects } from './calls/list-projects.ts';
import { purgeImage } from './calls/purge-image.ts';
import { restoreProject } from './calls/restore-project.ts';
import { saveTemporaryImage } from './calls/save-temporary-image.ts';
import { updateImageMetadata } from './calls/update-image-metadata.ts';
import { updateProject } from './calls/update-project.ts';
import { uploadTemporaryImage } from './calls/upload-temporary-image.ts';
import type { Endpoint } from './endpoint.ts';

/** THE table of API calls: routes, credentials, bodies, answers, problems. */
export const ENDPOINTS = {
  uploadTemporaryImage,
  saveTemporaryImage,
  updateImageMetadata,
  deleteImage,
  getDeletionStatus,
  purgeImage,
  getImage,
  listImages,
  explainTransformation,
  getUsage,
  createDirectUpload,
  listProjects,
  getProject,
  createProject,
  updateProject,
  deleteProject,
  emptyProject,
  restoreProject,
  getProjectDeletionStatus,
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;

/** The functions that run calls, each once. */
export const API_FUNCTIONS = [
  ...new Set(Object.values(ENDPOINTS).map(({ functionName }) => functionName)),
];
