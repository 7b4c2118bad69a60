import { acceptInvitation } from './calls/accept-invitation.ts';
import { createApiKey } from './calls/create-api-key.ts';
import { createDirectUpload } from './calls/create-direct-upload.ts';
import { createProject } from './calls/create-project.ts';
import { createSigningSecret } from './calls/create-signing-secret.ts';
import { createUploadKey } from './calls/create-upload-key.ts';
import { createWebhook } from './calls/create-webhook.ts';
import { deleteAccount } from './calls/delete-account.ts';
import { deleteImage } from './calls/delete-image.ts';
import { deleteImages } from './calls/delete-images.ts';
import { deleteProject } from './calls/delete-project.ts';
import { deleteWebhook } from './calls/delete-webhook.ts';
import { emptyProject } from './calls/empty-project.ts';
import { explainTransformation } from './calls/explain-transformation.ts';
import { exportAccount } from './calls/export-account.ts';
import { getAccount } from './calls/get-account.ts';
import { getDeletionStatus } from './calls/get-deletion-status.ts';
import { getImage } from './calls/get-image.ts';
import { getProject } from './calls/get-project.ts';
import { getProjectDeletionStatus } from './calls/get-project-deletion-status.ts';
import { getUsage } from './calls/get-usage.ts';
import { inviteMember } from './calls/invite-member.ts';
import { listAccountEvents } from './calls/list-account-events.ts';
import { listApiKeys } from './calls/list-api-keys.ts';
import { listAuditEvents } from './calls/list-audit-events.ts';
import { listImages } from './calls/list-images.ts';
import { listInvitations } from './calls/list-invitations.ts';
import { listMembers } from './calls/list-members.ts';
import { listProjects } from './calls/list-projects.ts';
import { listSigningSecrets } from './calls/list-signing-secrets.ts';
import { listUploadKeys } from './calls/list-upload-keys.ts';
import { listWebhookDeliveries } from './calls/list-webhook-deliveries.ts';
import { listWebhooks } from './calls/list-webhooks.ts';
import { purgeImage } from './calls/purge-image.ts';
import { removeMember } from './calls/remove-member.ts';
import { resendWebhookDelivery } from './calls/resend-webhook-delivery.ts';
import { restoreProject } from './calls/restore-project.ts';
import { revokeApiKey } from './calls/revoke-api-key.ts';
import { revokeInvitation } from './calls/revoke-invitation.ts';
import { revokeSigningSecret } from './calls/revoke-signing-secret.ts';
import { revokeUploadKey } from './calls/revoke-upload-key.ts';
import { rotateApiKey } from './calls/rotate-api-key.ts';
import { rotateUploadKey } from './calls/rotate-upload-key.ts';
import { rotateWebhookSecret } from './calls/rotate-webhook-secret.ts';
import { saveTemporaryImage } from './calls/save-temporary-image.ts';
import { transferOwnership } from './calls/transfer-ownership.ts';
import { updateImageMetadata } from './calls/update-image-metadata.ts';
import { updateMember } from './calls/update-member.ts';
import { updateProject } from './calls/update-project.ts';
import { updateWebhook } from './calls/update-webhook.ts';
import { uploadTemporaryImage } from './calls/upload-temporary-image.ts';
import type { Endpoint } from './endpoint.ts';

/** THE table of API calls: routes, credentials, bodies, answers, problems. */
export const ENDPOINTS = {
  uploadTemporaryImage,
  saveTemporaryImage,
  updateImageMetadata,
  deleteImage,
  deleteImages,
  getDeletionStatus,
  purgeImage,
  getImage,
  listImages,
  explainTransformation,
  getUsage,
  createDirectUpload,
  listProjects,
  getProject,
  inviteMember,
  listInvitations,
  revokeInvitation,
  acceptInvitation,
  listMembers,
  updateMember,
  removeMember,
  transferOwnership,
  createProject,
  updateProject,
  exportAccount,
  deleteAccount,
  deleteProject,
  emptyProject,
  restoreProject,
  getProjectDeletionStatus,
  getAccount,
  createApiKey,
  listApiKeys,
  rotateApiKey,
  revokeApiKey,
  createUploadKey,
  listUploadKeys,
  rotateUploadKey,
  revokeUploadKey,
  createSigningSecret,
  listSigningSecrets,
  revokeSigningSecret,
  listAuditEvents,
  listAccountEvents,
  createWebhook,
  listWebhooks,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  listWebhookDeliveries,
  resendWebhookDelivery,
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;

/** The functions that run calls, each once. */
export const API_FUNCTIONS = [
  ...new Set(Object.values(ENDPOINTS).map(({ functionName }) => functionName)),
];
