import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { createDynamoAccountStore } from '../../../adapters/dynamodb/accounts/account-store.ts';
import { imageOfItem, temporaryOfItem } from '../../../adapters/dynamodb/images/image-rows.ts';
import { createDynamoKeyStore } from '../../../adapters/dynamodb/keys/key-store.ts';
import { membershipOf } from '../../../adapters/dynamodb/members/member-rows.ts';
import { deletionOfItem } from '../../../adapters/dynamodb/projects/deletion-rows.ts';
import { createDynamoProjectStore } from '../../../adapters/dynamodb/projects/project-store.ts';
import { imageRowOfItem } from '../../../adapters/dynamodb/renditions/image-row.ts';
import { readyOf, rowOfItem } from '../../../adapters/dynamodb/renditions/rendition-rows.ts';
import { createDynamoDirectUploadStore } from '../../../adapters/dynamodb/uploads/direct-upload-store.ts';
import { createDynamoWebhookStore } from '../../../adapters/dynamodb/webhooks/webhook-store.ts';
import { accountOfRow } from '../../../adapters/sqlite/accounts/account-rows.ts';
import { openDatabase } from '../../../adapters/sqlite/database/open-database.ts';
import { imageOfRow, temporaryOfRow } from '../../../adapters/sqlite/images/image-rows.ts';
import { createSqliteDirectUploadStore } from '../../../adapters/sqlite/uploads/direct-upload-store.ts';
import { PLANS } from '../../../core/projects/plans.ts';
import { DEFAULT_SETTINGS } from '../../../core/projects/project-settings.ts';

const FACTS = {
  format: 'jpg',
  width: 40,
  height: 30,
  bytes: 500,
  sha256: 'ab',
  frames: 1,
  hasAlpha: false,
  originalFilename: null,
} as const;
const IDS = { imageId: 'img_a', temporaryImageId: 'tmp_a', projectId: 'prj_a', accountId: 'acc_a' };
const TAKEN_DOWN = { reason: 'r', takenDownAt: 7 };

/**
 * An item of the table of images as the first version of its adapter wrote it: no generation, no
 * deletion.
 */
const FIRST_IMAGE_ITEM = {
  id: 'img_a',
  part: 'record',
  ...FACTS,
  ...IDS,
  state: 'saved',
  createdAt: 1,
  metadata: '{"constructor":"v"}',
  savedMetadata: '{}',
  version: 1,
};
/** No version before placeholders stored one. */
const NO_PLACEHOLDER = { mainColor: null, thumbhash: null };
const IMAGE = {
  ...FACTS,
  ...NO_PLACEHOLDER,
  ...IDS,
  state: 'saved',
  createdAt: 1,
  deletedAt: null,
  metadata: { constructor: 'v' },
  savedMetadata: {},
  savedFocalPoint: null,
  focalPoint: null,
  version: 1,
  generation: 0,
  convertedFrom: null,
  lost: null,
  hasWideGamut: null,
  hasGainMap: false,
  credit: null,
};
const TEMPORARY = {
  ...FACTS,
  ...NO_PLACEHOLDER,
  ...IDS,
  state: 'temporary',
  createdAt: 1,
  expiresAt: 9,
};

/** A DynamoDB that answers every read with this item. */
function answering(Item: Record<string, unknown> | undefined) {
  const mock = mockClient(DynamoDBDocumentClient);
  mock.on(GetCommand).resolves(Item ? { Item } : {});
  return mock as unknown as DynamoDBDocumentClient;
}

describe('items that earlier versions stored in DynamoDB', () => {
  it('of an image have made no generation and were never deleted', () => {
    expect(imageOfItem(FIRST_IMAGE_ITEM)).toEqual(IMAGE);
  });

  it('of an image are read whole, whatever else stands in them', () => {
    const present = {
      ...FIRST_IMAGE_ITEM,
      generation: 3,
      deletedAt: 5,
      takenDown: TAKEN_DOWN,
      purge: 'due#1',
      purgeAt: 5,
      step_marked: 5,
      countedIn: 'imagesShard#acc_a#3',
    };
    expect(imageOfItem(present)).toEqual({
      ...IMAGE,
      generation: 3,
      deletedAt: 5,
      takenDown: TAKEN_DOWN,
    });
  });

  it('of a temporary image are no taken-down one unless they say so', () => {
    const item = {
      id: 'tmp_a',
      part: 'record',
      ...TEMPORARY,
      isSaved: false,
      endsAt: 1,
      sweep: 'due',
    };
    expect(temporaryOfItem(item)).toEqual({
      ...TEMPORARY,
      isSaved: false,
      convertedFrom: null,
      lost: null,
      hasWideGamut: null,
      hasGainMap: false,
      credit: null,
    });
    expect(temporaryOfItem({ ...item, takenDown: TAKEN_DOWN })).toMatchObject({
      takenDown: TAKEN_DOWN,
    });
  });

  it('of a rendition are of generation 0 and of no project, and count their unit', () => {
    const first = {
      state: 'ready',
      version: 1,
      owner: 'me',
      leaseUntil: 5,
      accountId: 'acc_a',
      countedMonth: '2026-11',
      bytes: 5,
      sha256: 'cd',
      isOriginal: false,
    };
    const row = rowOfItem({ id: 'img_a', part: 'rendition#a.jpg', ...first });
    expect(row).toEqual({ ...first, projectId: '', generation: 0 });
    expect(readyOf(row, { version: 1, generation: 0 })).toEqual({
      bytes: 5,
      sha256: 'cd',
      isOriginal: false,
    });
  });

  it('of an image’s renditions are read with all their fields', () => {
    expect(imageRowOfItem({ id: 'renditions#img_a', part: 'picture' })).toEqual({});
    const unit = { accountId: 'acc_a', projectId: 'prj_a', countedMonth: '2026-11' };
    expect(imageRowOfItem({ renditions: 2, timeOuts: 1, timedOutAt: 3, unit })).toEqual({
      renditions: 2,
      timeOuts: 1,
      timedOutAt: 3,
      unit,
    });
  });

  it('of a project name no settings, and its account no time', async () => {
    const item = {
      entity: 'acc_a',
      projectId: 'prj_a',
      accountId: 'acc_a',
      name: 'default',
      allowedOrigins: [],
      createdAt: 1,
    };
    const projects = createDynamoProjectStore(answering(item), 't');
    expect(await projects.getProject('prj_a')).toEqual({
      projectId: 'prj_a',
      accountId: 'acc_a',
      name: 'default',
      allowedOrigins: [],
      createdAt: 1,
      plan: PLANS.free,
      settings: DEFAULT_SETTINGS,
      isDefault: true,
      deletion: null,
    });
    expect((await projects.getOpenProject('prj_a'))?.settings).toEqual(DEFAULT_SETTINGS);
    const names = { projects: 'p', members: 'm' };
    const accounts = createDynamoAccountStore(answering({ entity: 'acc_a' }), names);
    expect(await accounts.getAccount('acc_a')).toEqual({
      accountId: 'acc_a',
      identity: null,
      plan: PLANS.free,
      createdAt: 0,
    });
    expect(await accounts.countProjects('acc_a')).toBe(1);
  });

  it('of a project keep settings, a suspension and an end', async () => {
    const settings = {
      allowedWidths: [100],
      presets: { small: 'width=100' },
      overQuota: 'original',
    };
    const item = {
      entity: 'prj_a',
      projectId: 'prj_a',
      accountId: 'acc_a',
      name: 'p',
      allowedOrigins: ['https://example.com'],
      createdAt: 1,
      isDefault: false,
      ...settings,
      allowedHeights: null,
      suspension: { reason: 'r', suspendedAt: 2 },
    };
    const open = createDynamoProjectStore(answering(item), 't');
    const suspension = { reason: 'r', suspendedAt: 2 };
    expect(await open.getOpenProject('prj_a')).toMatchObject({
      settings: { ...DEFAULT_SETTINGS, ...settings },
      suspension,
    });
    const deleted = createDynamoProjectStore(answering({ ...item, deletedAt: 3, purgeAt: 4 }), 't');
    expect(await deleted.getOpenProject('prj_a')).toBeUndefined();
    expect(await deleted.getProject('prj_a')).toMatchObject({
      isDefault: false,
      suspension,
      deletion: { deletedAt: 3, purgeAt: 4 },
    });
  });

  it('of a member, a deletion, a direct upload and webhooks lack what came later', async () => {
    const member = { projectId: 'prj_a', accountId: 'acc_a', role: 'owner', createdAt: 1 };
    expect(membershipOf(member)).toEqual(member);
    expect(membershipOf({ ...member, email: 'a@b.c' })).toEqual({ ...member, email: 'a@b.c' });
    const deletion = {
      projectId: 'prj_a',
      kind: 'delete',
      deletionId: 'del_a',
      accountId: 'acc_a',
      name: 'p',
      ownerIds: ['acc_a'],
      state: 'waiting',
      requestedAt: 1,
      purgeAt: 2,
    };
    const stored = { entity: 'deletion#prj_a', ...deletion, step_marked: 3, count_keys_removed: 4 };
    expect(deletionOfItem(stored)).toEqual({
      ...deletion,
      purgedAt: null,
      steps: { marked: 3 },
      counts: { keys_removed: 4 },
    });
    expect(deletionOfItem({ ...stored, state: 'restored' })).toBeUndefined();
    const upload = {
      ...IDS,
      state: 'pending',
      format: 'jpg',
      bytes: 5,
      originalFilename: null,
      createdAt: 1,
      pendingUntil: 2,
      expiresAt: 3,
      reason: null,
      detail: null,
    };
    const item = answering({ id: 'tmp_a', part: 'upload', endsAt: 9, ...upload });
    const uploads = createDynamoDirectUploadStore(item, { images: 'i', usage: 'u' });
    expect(await uploads.get('tmp_a')).toEqual({ ...upload, judging: null, credit: 'drop' });
    const none = createDynamoWebhookStore(answering(undefined), 't');
    expect(await none.getWebhooks('prj_a')).toEqual({ webhooks: [], version: 0 });
  });

  it('that are damaged are an error that names the attribute and keeps its value to itself', async () => {
    const item = { ...FIRST_IMAGE_ITEM, state: 'secret' };
    expect(() => imageOfItem(item)).toThrow(
      'images.state is of type string, not one of saved, binned, deleting, deleted',
    );
    const keys = createDynamoKeyStore(answering({ lookup: 'sha256#ab', kind: 'api' }), 't');
    await expect(keys.findApiKey('ab')).rejects.toThrow('keys.keyId is absent, not a text');
  });
});

describe('rows that earlier versions stored in SQLite', () => {
  const facts = JSON.stringify(FACTS);
  const ids = {
    image_id: 'img_a',
    temporary_image_id: 'tmp_a',
    project_id: 'prj_a',
    account_id: 'acc_a',
  };
  const row = {
    ...ids,
    state: 'saved',
    created_at: 1,
    deleted_at: null,
    metadata: '{"constructor":"v"}',
    saved_metadata: '{}',
    version: 1,
    facts,
    generation: 0,
    focal_point: null,
    saved_focal_point: null,
    original_id: null,
    visibility: null,
    taken_down: null,
    kept: null,
    review: null,
  };

  it('of images and temporary images are read as records', () => {
    expect(imageOfRow(row)).toEqual(IMAGE);
    const focalPoint = '0.3,0.7';
    expect(imageOfRow({ ...row, focal_point: focalPoint })).toEqual({ ...IMAGE, focalPoint });
    expect(imageOfRow({ ...row, saved_focal_point: focalPoint })).toEqual({
      ...IMAGE,
      savedFocalPoint: focalPoint,
    });
    expect(imageOfRow({ ...row, taken_down: JSON.stringify(TAKEN_DOWN) })).toEqual({
      ...IMAGE,
      takenDown: TAKEN_DOWN,
    });
    const temporary = {
      ...ids,
      state: 'temporary',
      created_at: 1,
      expires_at: 9,
      is_saved: 1,
      bytes: 500,
      facts,
      taken_down: null,
      replaced_image_id: null,
      is_swept: 0,
    };
    expect(temporaryOfRow(temporary)).toEqual({
      ...TEMPORARY,
      isSaved: true,
      convertedFrom: null,
      lost: null,
      hasWideGamut: null,
      hasGainMap: false,
      credit: null,
    });
  });

  it('of the operator’s account have no identity', () => {
    const account = { account_id: 'acc_a', plan: 'free', images: 2, created_at: 0 };
    const nobody = { issuer: null, subject: null, deleted_at: null };
    expect(accountOfRow({ ...account, ...nobody })).toEqual({
      accountId: 'acc_a',
      identity: null,
      plan: 'free',
      createdAt: 0,
    });
  });

  it('of direct uploads lack the attempts to validate them in the stored promise', async () => {
    const db = openDatabase(':memory:');
    const upload = {
      ...IDS,
      state: 'pending',
      format: 'jpg',
      bytes: 5,
      originalFilename: 'a.jpg',
      createdAt: 1,
      pendingUntil: 2,
      expiresAt: 3,
      reason: null,
      detail: null,
    };
    db.prepare(
      `INSERT INTO direct_uploads (temporary_image_id, project_id, state, bytes, pending_until, expires_at, upload)
       VALUES ('tmp_a', 'prj_a', 'pending', 5, 2, 3, ?)`,
    ).run(JSON.stringify(upload));
    const store = createSqliteDirectUploadStore(db);
    expect(await store.get('tmp_a')).toEqual({ ...upload, judging: null, credit: 'drop' });
    expect(await store.beginValidation('tmp_a', 'e', 7)).toBe(1);
    expect((await store.get('tmp_a'))?.judging).toEqual({ etag: 'e', openTries: 1, since: 7 });
    db.close();
  });

  it('that are damaged are an error that names the column', () => {
    expect(() => imageOfRow({ ...row, focal_point: 'top' })).toThrow(
      /^images\.focal_point is of type string, not a point/,
    );
    expect(() => imageOfRow({ ...row, facts: '{"format":"bmp"}' })).toThrow(
      /^images\.facts\.format is of type string, not one of /,
    );
    expect(() => imageOfRow({ ...row, version: null })).toThrow('images.version is null');
  });
});
