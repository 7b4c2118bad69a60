import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDynamoAccountDirectory } from '../../../../adapters/dynamodb/accounts/account-directory.ts';
import { createDynamoAccountStore } from '../../../../adapters/dynamodb/accounts/account-store.ts';
import { createDynamoAuditStore } from '../../../../adapters/dynamodb/accounts/audit-store.ts';
import { reservationName } from '../../../../adapters/dynamodb/client/reservations.ts';
import { imageItem, temporaryItem } from '../../../../adapters/dynamodb/images/image-rows.ts';
import { createDynamoImageStore } from '../../../../adapters/dynamodb/images/image-store.ts';
import { listKey, partOfPosition } from '../../../../adapters/dynamodb/images/list-entries.ts';
import { createDynamoTakedowns } from '../../../../adapters/dynamodb/images/takedowns.ts';
import { createDynamoKeyStore } from '../../../../adapters/dynamodb/keys/key-store.ts';
import { createDynamoSigningSecretStore } from '../../../../adapters/dynamodb/keys/signing-secret-store.ts';
import { createDynamoInvitationStore } from '../../../../adapters/dynamodb/members/invitation-store.ts';
import { createDynamoMembershipStore } from '../../../../adapters/dynamodb/members/membership-store.ts';
import { createDynamoOwnershipTransfers } from '../../../../adapters/dynamodb/members/ownership-transfers.ts';
import { createDynamoProjectDataCleanup } from '../../../../adapters/dynamodb/projects/project-data-cleanup.ts';
import { createDynamoProjectDeletions } from '../../../../adapters/dynamodb/projects/project-deletions.ts';
import { createDynamoProjectMarks } from '../../../../adapters/dynamodb/projects/project-marks.ts';
import { createDynamoProjectStore } from '../../../../adapters/dynamodb/projects/project-store.ts';
import { renditionRowKey } from '../../../../adapters/dynamodb/renditions/rendition-rows.ts';
import { createDynamoRenditionStore } from '../../../../adapters/dynamodb/renditions/rendition-store.ts';
import { createDynamoDirectUploadStore } from '../../../../adapters/dynamodb/uploads/direct-upload-store.ts';
import { createDynamoRateCounter } from '../../../../adapters/dynamodb/uploads/rate-counter.ts';
import { createDynamoUsageStore } from '../../../../adapters/dynamodb/usage/usage-store.ts';
import { createDynamoDeliveryStore } from '../../../../adapters/dynamodb/webhooks/delivery-store.ts';
import { createDynamoWebhookStore } from '../../../../adapters/dynamodb/webhooks/webhook-store.ts';
import type { Invitation } from '../../../../core/accounts/invitation.ts';
import type { DirectUpload } from '../../../../core/images/direct-upload.ts';
import type { ImageList } from '../../../../core/images/image-list.ts';
import { factsOf, type Image, type TemporaryImage } from '../../../../core/images/image-states.ts';
import type { Kept } from '../../../../core/images/kept/keeping.ts';
import { newReview, type ReviewRead, type Verdict } from '../../../../core/images/review.ts';
import type { ImageVersion } from '../../../../core/ports/images/image-versions.ts';
import type { RenditionClaim } from '../../../../core/ports/images/rendition-store.ts';
import { PLANS } from '../../../../core/projects/plans.ts';
import type { AskedDeletion } from '../../../../core/projects/project-deletion.ts';
import { createDelivery } from '../../../../core/webhooks/delivery.ts';
import { makeEvent } from '../../../contract/audit-store.ts';
import { acceptedImage, makeDirectUpload } from '../../../contract/direct-upload-store.ts';
import { makeImage, makeTemporary } from '../../../contract/image-store.ts';
import { makeEvent as makeServiceEvent, makeWebhook } from '../../../contract/webhook-stores.ts';
import { keyText } from './fake-tables.ts';

const NOW = Date.UTC(2026, 10, 21);
const LIMITS = { maxCount: 5, maxBytes: 1_000 };
const KEY = {
  keyId: 'key_a',
  projectId: 'prj_a',
  name: 'n',
  lastFour: 'abcd',
  createdAt: 1,
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
  replacedBy: null,
  createdBy: null,
};
const RING = { projectId: 'prj_a', kind: 'api' } as const;
const NEW_KEY = { sha256: 'h', record: { ...KEY, keyId: 'key_b', scopes: [] } };
const ROTATION = { keyId: 'key_a', newKey: NEW_KEY, oldEndsAt: NOW + 5 };
const PROJECT = {
  projectId: 'prj_a',
  accountId: 'acc_a',
  name: 'p',
  allowedOrigins: [],
  plan: PLANS.free,
  createdAt: 1,
};

/** How a member joined by an invitation whose code has the hash `taken`. */
const BY_INVITATION = { createdAt: NOW - 1, invitationSha256: 'taken' };

const INVITATION: Invitation = {
  invitationId: 'ivt_a',
  projectId: 'prj_a',
  email: 'ben@example.com',
  role: 'editor',
  invitedBy: 'acc_a',
  inviterName: 'Ann',
  invitedAt: NOW,
  expiresAt: NOW + 1_000,
};
const SECRET = { secretId: 'sec_a', secret: 'x', createdAt: 1 };

const SUSPENSION = { reason: 'r', suspendedAt: NOW };
const TAKE_DOWN = { reason: 'r', takenDownAt: NOW };

/** A temporary image that is there and not saved, and what saving it makes. */
export const UNSAVED: TemporaryImage = makeTemporary('prj_a');
export const TO_SAVE: Image = makeImage(UNSAVED);
/** A direct upload whose bytes are awaited. */
export const AWAITED: DirectUpload = makeDirectUpload('prj_a');
/** A direct upload that is being validated. */
const VALIDATED = makeDirectUpload('prj_a', { judging: { etag: 'e', openTries: 1, since: NOW } });
const SAVED_ONCE = makeTemporary('prj_a', { isSaved: true });
/** An image that is there. */
export const SAVED: Image = makeImage(SAVED_ONCE, { metadata: { a: '1' } });

const PENDING_TEMPORARY = makeTemporary('prj_a', { isSaved: true });
/** An image that waits for a decision. */
const PENDING: Image = makeImage(PENDING_TEMPORARY, { review: newReview('s') });
const PENDING_REVIEW: ReviewRead = { imageId: PENDING.imageId, secret: 's' };
const VERDICT: Verdict = { state: 'approved', reason: null, reviewedAt: NOW, reviewedBy: 'key_a' };

/** The keeping of bytes. */
const KEPT: Kept = { since: 1, until: NOW + 9, secret: 's' };
/** In the bin. */
const BINNED: Image = {
  ...SAVED,
  imageId: `img_${'k'.repeat(26)}`,
  state: 'binned',
  deletedAt: 1,
  kept: KEPT,
};
/** Former bytes of the image that is there. */
const FORMER: ImageVersion = {
  kept: KEPT,
  imageId: SAVED.imageId,
  originalId: makeTemporary('prj_a').imageId,
  temporaryImageId: PENDING_TEMPORARY.temporaryImageId,
  facts: factsOf(SAVED),
  replacedAt: 3,
  steps: { marked: 3 },
};

/** The list that it is in by its metadata. */
export const PAIR_LIST: ImageList = { projectId: 'prj_a', pair: { key: 'a', value: '1' } };

/** A claim of a rendition that was never requested. */
export const CLAIM: RenditionClaim = {
  imageId: SAVED.imageId,
  accountId: SAVED.accountId,
  projectId: 'prj_a',
  renditionKey: 'new.jpg',
  version: 1,
  generation: 0,
  owner: 'me',
  now: NOW,
  leaseMs: 100,
  month: '2026-11',
  maxTransformations: 2,
  maxRenditions: null,
  isSmall: true,
};
/** The same owner's claim of one that is being made. */
export const HELD: RenditionClaim = { ...CLAIM, renditionKey: 'held.jpg' };
export const HELD_ROW = {
  state: 'making',
  version: 1,
  generation: 0,
  owner: 'me',
  leaseUntil: NOW + 100,
  accountId: SAVED.accountId,
  projectId: 'prj_a',
  countedMonth: '2026-11',
  isCounted: false,
  countedIn: `transformations#${SAVED.accountId}#2026-11`,
};

/** The key of a rendition's item as the fake tables write it. */
export function rowKey(claim: RenditionClaim): string {
  return keyText(renditionRowKey(claim.imageId, claim.renditionKey));
}

function recordEntry(item: Record<string, unknown>): [string, Record<string, unknown>] {
  return [keyText({ id: item.id as string, part: item.part as string }), item];
}

/** The items that the calls below find. */
export function someItems(): Map<string, Record<string, unknown>> {
  return new Map<string, Record<string, unknown>>([
    recordEntry(temporaryItem(UNSAVED)),
    recordEntry(temporaryItem(SAVED_ONCE)),
    recordEntry({ ...AWAITED, id: AWAITED.temporaryImageId, part: 'upload' }),
    recordEntry({ ...VALIDATED, id: VALIDATED.temporaryImageId, part: 'upload' }),
    recordEntry({ ...imageItem(SAVED), step_marked: 3 }),
    recordEntry(temporaryItem(PENDING_TEMPORARY)),
    recordEntry(imageItem(PENDING)),
    recordEntry({ ...FORMER, id: SAVED.imageId, part: `version#${FORMER.originalId}` }),
    recordEntry({ ...imageItem(BINNED), deletedAt: 1, countedIn: 'images#acc_a' }),
    recordEntry({ id: BINNED.imageId, part: 'kept', purge: 'due', purgeAt: NOW }),
    recordEntry({
      id: `list#${BINNED.projectId}#bin`,
      part: partOfPosition({ createdAt: 1, imageId: BINNED.imageId }),
    }),
    recordEntry({ id: listKey(PAIR_LIST), part: partOfPosition(SAVED) }),
    [rowKey(HELD), HELD_ROW],
    ['sha256#hash', { ...KEY, kind: 'api', scopes: [] }],
    ['project#prj_a#api', { version: 1, entries: [{ ...KEY, sha256: 'hash' }] }],
    ['prj_a', PROJECT],
    ['prj_d', { ...PROJECT, projectId: 'prj_d', accountId: 'acc_d', deletedAt: 1, purgeAt: 2 }],
    ['deletion#prj_d', { ...DELETION, projectId: 'prj_d', accountId: 'acc_d', state: 'waiting' }],
    ['acc_d', { issuer: 'i', subject: 's', deletedAt: 1, projectCount: 0 }],
    ['acc_a', { plan: 'free' }],
    ['prj_a/acc_a', { projectId: 'prj_a', accountId: 'acc_a', role: 'owner', ...BY_INVITATION }],
    ['invitation#taken/code', { invitedTo: 'prj_a', acceptedBy: 'acc_a' }],
    ['invitation#code/code', { invitedTo: 'prj_a', invitationId: 'ivt_a' }],
    ['prj_a/invitation#ivt_a', { ...INVITATION, sha256: 'code' }],
    ['images#acc_a', { used: 3, prj_a: 2 }],
    [
      HELD_ROW.countedIn,
      { used: 1, [reservationName(HELD.imageId, HELD.renditionKey)]: HELD_ROW.leaseUntil },
    ],
    ['signing#prj_a', { secret1: SECRET }],
    ['prj_a/webhooks', { webhooks: JSON.stringify([WEBHOOK]), version: 1 }],
    [`${WEBHOOK.webhookId}/${DELIVERY.deliveryId}`, { delivery: JSON.stringify(DELIVERY) }],
  ]);
}

const WEBHOOK = makeWebhook({ projectId: 'prj_a' });
const DELIVERY = createDelivery(WEBHOOK, makeServiceEvent(WEBHOOK), NOW);
const TABLES = { images: 'images', usage: 'usage' };
const USERS = { projects: 'projects', members: 'members' };
const IDENTITY = { issuer: 'https://issuer.example', subject: 'new' };
const ACCOUNT = { accountId: 'acc_b', identity: IDENTITY, plan: PLANS.free, createdAt: 1 };

const DELETION: AskedDeletion = {
  projectId: 'prj_a',
  accountId: 'acc_a',
  kind: 'delete',
  name: 'p',
  deletionId: 'del_a',
  ownerIds: ['acc_a'],
  requestedAt: NOW,
  purgeAt: NOW,
};
const remainsOf = (client: DynamoDBDocumentClient) =>
  createDynamoProjectDataCleanup(client, {
    ...USERS,
    keys: 'keys',
    usage: 'usage',
    webhooks: 'webhooks',
    images: 'images',
  });

/** Every call of every port over DynamoDB, with its answer if nothing fails. */
export const CALLS: Readonly<Record<string, (client: DynamoDBDocumentClient) => Promise<unknown>>> =
  {
    findApiKey: (client) => createDynamoKeyStore(client, 'keys').findApiKey('hash'),
    findUploadKey: (client) => createDynamoKeyStore(client, 'keys').findUploadKey('hash'),
    touchKey: (client) => createDynamoKeyStore(client, 'keys').touchKey('hash', NOW),
    addApiKey: (client) =>
      createDynamoKeyStore(client, 'keys').addApiKey('h', { ...KEY, scopes: [] }),
    addUploadKey: (client) => createDynamoKeyStore(client, 'keys').addUploadKey('h', KEY),
    putEvent: (client) =>
      createDynamoAuditStore(client, 'audit').putEvent('project#prj_a', makeEvent({ at: NOW })),
    listEvents: (client) =>
      createDynamoAuditStore(client, 'audit').listEvents({
        trail: 'project#prj_a',
        limit: 5,
        before: null,
        after: 0,
      }),
    listKeys: (client) => createDynamoKeyStore(client, 'keys').listKeys(RING, NOW),
    getKey: (client) => createDynamoKeyStore(client, 'keys').getKey(RING, 'key_a', NOW),
    createKey: (client) => createDynamoKeyStore(client, 'keys').createKey('api', NEW_KEY, NOW),
    rotateKey: (client) => createDynamoKeyStore(client, 'keys').rotateKey(RING, ROTATION, NOW),
    revokeKey: (client) => createDynamoKeyStore(client, 'keys').revokeKey(RING, 'key_a', NOW),
    getProject: (client) => createDynamoProjectStore(client, 'projects').getProject('prj_a'),
    listProjects: (client) => createDynamoProjectStore(client, 'projects').listProjects('acc_a'),
    addProject: (client) => createDynamoProjectStore(client, 'projects').addProject(PROJECT),
    setAllowedOrigins: (client) =>
      createDynamoProjectStore(client, 'projects').setAllowedOrigins('prj_a', []),
    getOpenProject: (client) =>
      createDynamoProjectStore(client, 'projects').getOpenProject('prj_a'),
    noteSpentBandwidth: (client) =>
      createDynamoProjectStore(client, 'projects').noteSpentBandwidth('prj_a', {
        month: '2026-11',
        bytes: 1,
      }),
    changeSettings: (client) =>
      createDynamoProjectStore(client, 'projects').changeSettings('prj_a', { allowedWidths: null }),
    listSecrets: (client) =>
      createDynamoSigningSecretStore(client, 'projects').listSecrets('prj_a'),
    addSecret: (client) =>
      createDynamoSigningSecretStore(client, 'projects').addSecret('prj_a', SECRET),
    removeSecret: (client) =>
      createDynamoSigningSecretStore(client, 'projects').removeSecret('prj_a', 'sec_a'),
    getAccount: (client) => createDynamoAccountStore(client, USERS).getAccount('acc_a'),
    findByIdentity: (client) => createDynamoAccountStore(client, USERS).findByIdentity(IDENTITY),
    openAccount: (client) =>
      createDynamoAccountStore(client, USERS).openAccount(ACCOUNT, {
        ...PROJECT,
        projectId: 'prj_b',
        accountId: 'acc_b',
      }),
    addOwnedProject: (client) =>
      createDynamoAccountStore(client, USERS).addProject({ ...PROJECT, projectId: 'prj_c' }, 3),
    countProjects: (client) =>
      createDynamoAccountStore(client, USERS).countProjects(ACCOUNT.accountId),
    getDeletion: (client) => createDynamoProjectDeletions(client, 'projects').get(DELETION),
    requestDeletion: (client) =>
      createDynamoProjectDeletions(client, 'projects').request(DELETION, NOW),
    requestEmptying: (client) =>
      createDynamoProjectDeletions(client, 'projects').request({ ...DELETION, kind: 'empty' }),
    hastenDeletion: (client) => createDynamoProjectDeletions(client, 'projects').hasten('prj_a', 1),
    restoreProject: (client) => createDynamoProjectDeletions(client, 'projects').restore('prj_d'),
    listDeletionsDue: (client) => createDynamoProjectDeletions(client, 'projects').listDue(NOW, 5),
    takeUpDeletion: (client) =>
      createDynamoProjectDeletions(client, 'projects').takeUp(
        { ...DELETION, projectId: 'prj_d' },
        NOW,
        NOW + 1,
      ),
    putDownDeletion: (client) => createDynamoProjectDeletions(client, 'projects').putDown(DELETION),
    recordDeletionCount: (client) =>
      createDynamoProjectDeletions(client, 'projects').recordCount(DELETION, 'keys_removed', 2),
    recordDeletionStep: (client) =>
      createDynamoProjectDeletions(client, 'projects').recordStep(DELETION, 'keys_removed', NOW),
    finishDeletion: (client) =>
      createDynamoProjectDeletions(client, 'projects').finish(DELETION, NOW),
    removeProject: (client) =>
      createDynamoProjectDeletions(client, 'projects').removeProject('prj_d'),
    countKeysLeft: (client) => remainsOf(client).count('keys_removed', PROJECT),
    removeKeysLeft: (client) => remainsOf(client).remove('keys_removed', PROJECT, NOW),
    removeSecretsLeft: (client) =>
      remainsOf(client).remove('signing_secrets_removed', PROJECT, NOW),
    removeWebhooksLeft: (client) => remainsOf(client).remove('webhooks_removed', PROJECT, NOW),
    removeMembersLeft: (client) => remainsOf(client).remove('members_removed', PROJECT, NOW),
    removeCountersLeft: (client) => remainsOf(client).remove('counters_removed', PROJECT, NOW),
    forgetAccount: (client) => remainsOf(client).forgetAccount('acc_d'),
    markDeletingWith: (client) =>
      createDynamoImageStore(client, TABLES).markDeletingWith(SAVED.imageId, 1, 'del_a'),
    countDeletedWith: (client) => createDynamoImageStore(client, TABLES).countDeletedWith('del_a'),
    listDeletingWith: (client) =>
      createDynamoImageStore(client, TABLES).listDeletingWith('del_a', 5),
    recordPurgedWith: (client) =>
      createDynamoImageStore(client, TABLES).recordPurgedWith('del_a', [SAVED.imageId]),
    listUnsaved: (client) => createDynamoImageStore(client, TABLES).listUnsaved('prj_a', NOW),
    endUnsaved: (client) =>
      createDynamoImageStore(client, TABLES).endUnsaved(UNSAVED.temporaryImageId, NOW),
    getMembership: (client) =>
      createDynamoMembershipStore(client, USERS).getMembership('prj_a', 'acc_a'),
    listProjectsOf: (client) => createDynamoMembershipStore(client, USERS).listProjectsOf('acc_a'),
    changeMember: (client) =>
      createDynamoMembershipStore(client, USERS).changeMember({
        projectId: 'prj_a',
        accountId: 'acc_b',
        previous: 'owner',
        role: null,
        by: { accountId: 'acc_a', role: 'owner' },
      }),
    addInvitation: (client) =>
      createDynamoInvitationStore(client, USERS).addInvitation('new', INVITATION),
    findInvitation: (client) =>
      createDynamoInvitationStore(client, USERS).findInvitation('code', NOW),
    readInvitation: (client) => createDynamoInvitationStore(client, USERS).readInvitation('code'),
    listInvitations: (client) =>
      createDynamoInvitationStore(client, USERS).listInvitations('prj_a', NOW),
    revokeInvitation: (client) =>
      createDynamoInvitationStore(client, USERS).revokeInvitation('prj_a', 'ivt_a', NOW),
    acceptInvitation: (client) =>
      createDynamoInvitationStore(client, USERS).acceptInvitation('code', 'acc_new', NOW),
    findAccepted: (client) =>
      createDynamoInvitationStore(client, USERS).findAccepted('taken', 'acc_a', NOW),
    transfer: (client) =>
      createDynamoOwnershipTransfers(client, { ...USERS, usage: 'usage' }).transfer({
        projectId: 'prj_a',
        from: 'acc_a',
        to: 'acc_b',
        by: 'acc_a',
        plan: PLANS.free,
      }),
    listMembers: (client) => createDynamoMembershipStore(client, USERS).listMembers('prj_a'),
    listAccounts: (client) =>
      createDynamoAccountDirectory(client, 'projects').listAccounts(5, null),
    setPlan: (client) =>
      createDynamoAccountDirectory(client, 'projects').setPlan('acc_a', 'unlimited'),
    suspend: (client) => createDynamoProjectMarks(client, 'projects').suspend('prj_a', SUSPENSION),
    resume: (client) => createDynamoProjectMarks(client, 'projects').suspend('prj_a', null),
    takeDown: (client) => createDynamoTakedowns(client, 'images').block(SAVED.imageId, TAKE_DOWN),
    putBack: (client) => createDynamoTakedowns(client, 'images').unblock(UNSAVED.temporaryImageId),
    countUp: (client) => createDynamoRateCounter(client, 'usage').countUp('k', 0, 60_000),
    addTemporaryImage: (client) =>
      createDynamoImageStore(client, TABLES).addTemporaryImage(makeTemporary('p'), LIMITS, NOW),
    addDirectUpload: (client) =>
      createDynamoDirectUploadStore(client, TABLES).add(makeDirectUpload('p'), LIMITS, NOW),
    getDirectUpload: (client) =>
      createDynamoDirectUploadStore(client, TABLES).get(AWAITED.temporaryImageId),
    acceptDirectUpload: (client) =>
      createDynamoDirectUploadStore(client, TABLES).accept(acceptedImage(AWAITED), LIMITS, NOW),
    beginValidation: (client) =>
      createDynamoDirectUploadStore(client, TABLES).beginValidation(
        VALIDATED.temporaryImageId,
        'e',
        NOW,
      ),
    endValidation: (client) =>
      createDynamoDirectUploadStore(client, TABLES).endValidation(VALIDATED.temporaryImageId, 'e'),
    refuseDirectUpload: (client) =>
      createDynamoDirectUploadStore(client, TABLES).refuse(AWAITED.temporaryImageId, {
        reason: 'invalid_image',
        detail: 'cut',
      }),
    getTemporaryImage: (client) =>
      createDynamoImageStore(client, TABLES).getTemporaryImage(UNSAVED.temporaryImageId),
    getImage: (client) => createDynamoImageStore(client, TABLES).getImage(SAVED.imageId),
    saveImage: (client) =>
      createDynamoImageStore(client, TABLES).saveImage(TO_SAVE, { maxImages: 3 }, NOW),
    replaceMetadata: (client) =>
      createDynamoImageStore(client, TABLES).replaceMetadata(SAVED, { b: '2' }),
    replaceOriginal: (client) =>
      createDynamoImageStore(client, TABLES).replaceOriginal({
        image: SAVED,
        temporary: UNSAVED,
        metadata: { b: '2' },
        focalPoint: null,
        review: undefined,
        now: NOW,
      }),
    listVersions: (client) => createDynamoImageStore(client, TABLES).listVersions(SAVED.imageId),
    recordVersionSteps: (client) =>
      createDynamoImageStore(client, TABLES).recordVersionSteps(FORMER, ['swept'], NOW),
    moveToBin: (client) => createDynamoImageStore(client, TABLES).moveToBin(SAVED.imageId, KEPT),
    restoreFromBin: (client) =>
      createDynamoImageStore(client, TABLES).restoreFromBin(BINNED, { maxImages: 9 }, NOW),
    endBinned: (client) => createDynamoImageStore(client, TABLES).markDeleting(BINNED.imageId, NOW),
    listBin: (client) =>
      createDynamoImageStore(client, TABLES).listBin({
        projectId: BINNED.projectId,
        limit: 5,
        before: null,
      }),
    getVersion: (client) =>
      createDynamoImageStore(client, TABLES).getVersion(SAVED.imageId, FORMER.originalId),
    restoreVersion: (client) =>
      createDynamoImageStore(client, TABLES).restoreVersion({
        image: SAVED,
        version: FORMER,
        kept: KEPT,
        review: undefined,
        now: NOW,
      }),
    endVersion: (client) => createDynamoImageStore(client, TABLES).endVersion(FORMER, NOW),
    visitLater: (client) => createDynamoImageStore(client, TABLES).visitLater(BINNED, NOW),
    listImages: (client) =>
      createDynamoImageStore(client, TABLES).listImages({ ...PAIR_LIST, limit: 5, before: null }),
    markDeleting: (client) => createDynamoImageStore(client, TABLES).markDeleting(SAVED.imageId, 1),
    listPurgesDue: (client) => createDynamoImageStore(client, TABLES).listPurgesDue(5, 9e15),
    outdateRenditions: (client) =>
      createDynamoImageStore(client, TABLES).outdateRenditions(SAVED.imageId, NOW),
    replaceFocalPoint: (client) =>
      createDynamoImageStore(client, TABLES).replaceFocalPoint(SAVED.imageId, '0.3,0.7', NOW),
    replaceVisibility: (client) =>
      createDynamoImageStore(client, TABLES).replaceVisibility(SAVED.imageId, 'private', NOW),
    addFocalPoint: (client) =>
      createDynamoImageStore(client, TABLES).addFocalPoint(SAVED.imageId, '0.3,0.7', NOW),
    noteLabels: (client) =>
      createDynamoImageStore(client, TABLES).noteLabels(PENDING_REVIEW, [
        { name: 'Violence', confidence: 91 },
      ]),
    approve: (client) => createDynamoImageStore(client, TABLES).endReview(PENDING_REVIEW, VERDICT),
    reject: (client) =>
      createDynamoImageStore(client, TABLES).endReview(PENDING_REVIEW, {
        ...VERDICT,
        state: 'rejected',
      }),
    getOutdated: (client) => createDynamoImageStore(client, TABLES).getOutdated(SAVED.imageId),
    recordOutdated: (client) =>
      createDynamoImageStore(client, TABLES).recordOutdated(SAVED.imageId, 1, 'swept', 1),
    listEnded: (client) => createDynamoImageStore(client, TABLES).listEnded(NOW, 5),
    closeEnded: (client) =>
      createDynamoImageStore(client, TABLES).closeEnded(UNSAVED.temporaryImageId, NOW),
    recordSwept: (client) =>
      createDynamoImageStore(client, TABLES).recordSwept(UNSAVED.temporaryImageId),
    recordPurgeStep: (client) =>
      createDynamoImageStore(client, TABLES).recordPurgeStep(SAVED.imageId, 'original_removed', 1),
    endPurge: (client) =>
      createDynamoImageStore(client, TABLES).recordPurgeStep(SAVED.imageId, 'swept', 1),
    getPurgeSteps: (client) => createDynamoImageStore(client, TABLES).getPurgeSteps(SAVED.imageId),
    getRendition: (client) =>
      createDynamoRenditionStore(client, TABLES).getRendition(SAVED.imageId, 'held.jpg', CLAIM),
    countTransformations: (client) =>
      createDynamoUsageStore(client, TABLES.usage).countTransformations('acc_a', '2026-11'),
    usageOfAccount: (client) =>
      createDynamoUsageStore(client, TABLES.usage).ofAccount('acc_a', '2026-11'),
    usageOfProject: (client) =>
      createDynamoUsageStore(client, TABLES.usage).ofProject(SAVED, '2026-11'),
    countOnDay: (client) =>
      createDynamoUsageStore(client, TABLES.usage).countOnDay({
        projectId: 'prj_a',
        day: '2026-11-21',
        kind: 'images',
      }),
    ofDays: (client) =>
      createDynamoUsageStore(client, TABLES.usage).ofDays('prj_a', ['2026-10-31', '2026-11-01']),
    countBandwidth: (client) =>
      createDynamoUsageStore(client, TABLES.usage).countBandwidth({
        part: 'a#b#0',
        projectId: 'prj_a',
        accountId: 'acc_a',
        month: '2026-11',
        bytes: 5,
        bytesByDay: new Map([['2026-11-21', 5]]),
        images: [{ imageId: SAVED.imageId, bytes: 5, requests: 1 }],
        now: NOW,
      }),
    countImages: (client) =>
      createDynamoUsageStore(client, TABLES.usage).countImages({
        part: 'a#b#0#images#0',
        images: [
          {
            imageId: SAVED.imageId,
            month: '2026-11',
            days: new Map([['2026-11-21', { requests: 1, bytes: 5 }]]),
          },
        ],
        now: NOW,
      }),
    ofImage: (client) =>
      createDynamoUsageStore(client, TABLES.usage).ofImage(SAVED.imageId, ['2026-11-21']),
    forgetImage: (client) =>
      createDynamoUsageStore(client, TABLES.usage).forgetImage(SAVED.imageId, NOW),
    peek: (client) => createDynamoRenditionStore(client, TABLES).peek(SAVED.imageId, 'held.jpg'),
    claim: (client) => createDynamoRenditionStore(client, TABLES).claim(CLAIM),
    complete: (client) =>
      createDynamoRenditionStore(client, TABLES).complete(HELD, {
        bytes: 1,
        sha256: 'ab',
        isOriginal: true,
      }),
    release: (client) => createDynamoRenditionStore(client, TABLES).release(HELD),
    recordTimeout: (client) =>
      createDynamoRenditionStore(client, TABLES).recordTimeout({ ...HELD, now: NOW + 90 }),
    forget: (client) =>
      createDynamoRenditionStore(client, TABLES).forget(SAVED.imageId, 'a.jpg', CLAIM),
    forgetAllOfDeleted: (client) =>
      createDynamoRenditionStore(client, TABLES).forgetAll(TO_SAVE.imageId),
    forgetAll: (client) => createDynamoRenditionStore(client, TABLES).forgetAll(SAVED.imageId),
    noteAnswer: (client) =>
      createDynamoRenditionStore(client, TABLES).noteAnswer(SAVED.imageId, NOW),
    lastAnswerEnd: (client) =>
      createDynamoRenditionStore(client, TABLES).lastAnswerEnd(SAVED.imageId),
    getWebhooks: (client) => createDynamoWebhookStore(client, 'webhooks').getWebhooks('prj_a'),
    replaceWebhooks: (client) =>
      createDynamoWebhookStore(client, 'webhooks').replaceWebhooks('prj_a', [WEBHOOK], 1),
    addDelivery: (client) => createDynamoDeliveryStore(client, 'webhooks').addDelivery(DELIVERY),
    getDelivery: (client) =>
      createDynamoDeliveryStore(client, 'webhooks').getDelivery(
        WEBHOOK.webhookId,
        DELIVERY.deliveryId,
      ),
    replaceDelivery: (client) =>
      createDynamoDeliveryStore(client, 'webhooks').replaceDelivery({ ...DELIVERY, revision: 2 }),
  };
