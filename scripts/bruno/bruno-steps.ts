import type { EndpointName } from '../../core/api/endpoints.ts';

/** Variables of the collection that hold a credential. */
type Credential = 'apiKey' | 'token' | 'secondToken';

/** One request of the collection, in the order of a run. */
export interface BrunoStep {
  readonly call: EndpointName;
  /** Where a call is made more than once. */
  readonly label?: string;
  /** Without it: an API key where the call takes one, else the token of the first user. */
  readonly as?: Credential;
  /** Fields in place of those of the call's example. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Variables that later steps use, each by a JavaScript expression over the answer. */
  readonly keep?: Readonly<Record<string, string>>;
  /** Without it: 200. */
  readonly status?: number;
}

/** THE order of a run: each step finds the variables that those before it kept. */
export const BRUNO_STEPS = [
  { call: 'uploadTemporaryImage', keep: { temporaryImageUrl: 'res.body.temporaryImageUrl' } },
  { call: 'createDirectUpload' },
  { call: 'getDirectUpload' },
  { call: 'uploadProjectImage' },
  { call: 'uploadFromUrl', status: 422 },
  { call: 'createProjectUpload' },
  { call: 'getProjectUpload' },
  { call: 'saveTemporaryImage', keep: { imageId: 'res.body.imageId' } },
  // the project has no moderation
  { call: 'reviewImage', status: 409 },
  { call: 'getImage' },
  { call: 'getImageUsage' },
  { call: 'listImages' },
  { call: 'updateImageMetadata' },
  { call: 'explainTransformation' },
  // a repeated call: the image has these bytes
  { call: 'replaceImage' },
  // the project keeps none: the image shows its own bytes, and is saved
  { call: 'listImageVersions' },
  { call: 'restoreImageVersion', fields: { versionId: '{{imageId}}' } },
  { call: 'deleteImageVersion', status: 404 },
  { call: 'listBin' },
  { call: 'restoreImage' },
  // the same visibility again
  { call: 'updateImageVisibility' },
  { call: 'createAccessGrant' },
  { call: 'purgeImage' },
  { call: 'getUsage' },
  { call: 'getUsageByDay' },
  { call: 'deleteImage' },
  { call: 'getDeletionStatus' },
  { call: 'deleteImages' },
  { call: 'getAccount' },
  { call: 'createProject', keep: { projectId: 'res.body.projectId' } },
  { call: 'getProject' },
  {
    call: 'listProjects',
    keep: { defaultProjectId: 'res.body.projects.find((one) => one.isDefault).projectId' },
  },
  { call: 'updateProject' },
  { call: 'listRefusedOrigins' },
  {
    call: 'createApiKey',
    keep: { keyId: 'res.body.key.keyId' },
  },
  { call: 'listApiKeys' },
  { call: 'rotateApiKey' },
  { call: 'revokeApiKey' },
  { call: 'createUploadKey', keep: { keyId: 'res.body.key.keyId' } },
  { call: 'listUploadKeys' },
  { call: 'rotateUploadKey' },
  { call: 'revokeUploadKey' },
  { call: 'createSigningSecret', keep: { secretId: 'res.body.secretId' } },
  { call: 'listSigningSecrets' },
  { call: 'revokeSigningSecret' },
  { call: 'createWebhook', keep: { webhookId: 'res.body.webhook.webhookId' } },
  { call: 'listWebhooks' },
  { call: 'updateWebhook' },
  { call: 'rotateWebhookSecret' },
  { call: 'listWebhookDeliveries' },
  // a new project has had no event, so its webhook has no delivery
  { call: 'resendWebhookDelivery', status: 404 },
  { call: 'testWebhook' },
  { call: 'deleteWebhook' },
  { call: 'inviteMember', keep: { invitationId: 'res.body.invitationId' } },
  { call: 'listInvitations' },
  { call: 'revokeInvitation' },
  { call: 'inviteMember', label: 'again', keep: { invitation: 'res.body.invitation' } },
  { call: 'getInvitation' },
  { call: 'acceptInvitation', as: 'secondToken' },
  {
    call: 'listMembers',
    keep: {
      memberAccountId: 'res.body.members.find((one) => !one.isYou).accountId',
      ownAccountId: 'res.body.members.find((one) => one.isYou).accountId',
    },
  },
  { call: 'updateMember' },
  { call: 'listAuditEvents' },
  { call: 'transferOwnership' },
  { call: 'deleteProject', as: 'secondToken' },
  { call: 'getProjectDeletionStatus', as: 'secondToken' },
  { call: 'restoreProject', as: 'secondToken' },
  { call: 'removeMember', as: 'secondToken', fields: { accountId: '{{ownAccountId}}' } },
  { call: 'emptyProject', fields: { projectId: '{{defaultProjectId}}' } },
  { call: 'listAccountEvents' },
  { call: 'exportAccount' },
  { call: 'deleteAccount' },
] as const satisfies readonly BrunoStep[];

type Missing = Exclude<EndpointName, (typeof BRUNO_STEPS)[number]['call']>;

/** Compiles only while every call has a step; else the compiler names the calls without one. */
export const EVERY_CALL_HAS_A_STEP: [Missing] extends [never] ? true : Missing = true;
