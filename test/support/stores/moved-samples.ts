import type { ImageFacts } from '../../../core/images/image-states.ts';
import { newReview } from '../../../core/images/review.ts';
import type {
  MovedKind,
  MovedRecord,
  MovedRecords,
} from '../../../core/ports/moving/moved-records.ts';

/** The time of the move in tests; the samples end later. */
export const MOVED_AT = Date.UTC(2026, 10, 23, 12);
const BEFORE = MOVED_AT - 3_600_000;
const AFTER = MOVED_AT + 3_600_000;
const MONTH = '2026-11';

const id = (letter: string) => letter.repeat(26);
const [alice, bob] = [`acc_${id('a')}`, `acc_${id('b')}`];
const [shop, blog] = [`prj_${id('c')}`, `prj_${id('d')}`];
const FACTS: ImageFacts = {
  format: 'jpg',
  width: 3,
  height: 2,
  bytes: 100,
  sha256: 'ab'.repeat(32),
  frames: 1,
  hasAlpha: false,
  mainColor: '#c04a1f',
  thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
  originalFilename: 'brücke 😀.jpg',
  convertedFrom: null,
  lost: null,
  hasWideGamut: null,
  hasGainMap: false,
  credit: null,
};

function image(letter: string, changes: Partial<MovedRecords['image']>): MovedRecords['image'] {
  return {
    ...FACTS,
    imageId: `img_${id(letter)}`,
    projectId: shop,
    accountId: alice,
    temporaryImageId: `tmp_${id(letter)}`,
    state: 'saved',
    createdAt: BEFORE,
    deletedAt: null,
    version: 1,
    generation: 0,
    metadata: {},
    savedMetadata: {},
    savedFocalPoint: null,
    focalPoint: null,
    steps: {},
    deletionId: null,
    ...changes,
  };
}

function delivery(
  letter: string,
  changes: Partial<MovedRecords['webhook_delivery']>,
): MovedRecords['webhook_delivery'] {
  return {
    deliveryId: `dlv_${id(letter)}`,
    webhookId: `whk_${id('a')}`,
    projectId: shop,
    eventId: `evt_${id(letter)}`,
    eventType: 'image.saved',
    body: '{"a":1}',
    createdAt: BEFORE,
    state: 'pending',
    attempts: [{ at: BEFORE, status: null, fault: null, durationMs: 4 }],
    tries: 1,
    nextAt: AFTER,
    revision: 2,
    ...changes,
  };
}

function key(letter: string, changes: Partial<MovedRecords['key']>): MovedRecords['key'] {
  return {
    keyId: `key_${id(letter)}`,
    projectId: shop,
    name: 'back end',
    lastFour: 'wxyz',
    createdAt: BEFORE,
    lastUsedAt: null,
    expiresAt: null,
    revokedAt: null,
    replacedBy: null,
    createdBy: null,
    scopes: ['images:save', 'images:read'],
    kind: 'api',
    sha256: letter.repeat(64),
    ...changes,
  };
}

/** Records of every kind, with each of their optional fields set and not set. */
export const MOVED_SAMPLES: { readonly [K in MovedKind]: readonly MovedRecords[K][] } = {
  account: [
    {
      accountId: alice,
      plan: 'free',
      identity: { issuer: 'https://issuer.test', subject: 'alice' },
      createdAt: BEFORE,
      deletedAt: null,
    },
    {
      accountId: bob,
      plan: 'unlimited',
      identity: { issuer: 'https://issuer.test', subject: 'bob' },
      createdAt: BEFORE,
      deletedAt: BEFORE,
    },
    { accountId: 'acc_local', plan: 'free', identity: null, createdAt: 0, deletedAt: null },
  ],
  project: [
    {
      projectId: shop,
      accountId: alice,
      name: 'shop',
      allowedOrigins: ['https://shop.test'],
      createdAt: BEFORE,
      isDefault: true,
      settings: { allowedWidths: [320, 640], presets: { small: 'w=320' }, requireSignature: true },
      suspension: { reason: 'abuse', suspendedAt: BEFORE },
      raisedUploads: { perMinute: 600, until: AFTER, reason: 'an import' },
      deletedAt: null,
      purgeAt: null,
    },
    {
      projectId: blog,
      accountId: bob,
      name: 'default',
      allowedOrigins: [],
      createdAt: BEFORE,
      isDefault: false,
      settings: { allowedHeights: null },
      suspension: null,
      raisedUploads: null,
      deletedAt: BEFORE,
      purgeAt: AFTER,
    },
  ],
  member: [
    { projectId: shop, accountId: alice, role: 'owner', createdAt: BEFORE },
    {
      projectId: shop,
      accountId: bob,
      role: 'viewer',
      createdAt: BEFORE,
      email: 'bob@shop.test',
      invitationSha256: 'd'.repeat(64),
    },
  ],
  invitation: [
    {
      invitationId: `ivt_${id('a')}`,
      projectId: shop,
      email: 'carol@shop.test',
      role: 'editor',
      invitedBy: alice,
      inviterName: 'Alice',
      invitedAt: BEFORE,
      expiresAt: AFTER,
      sha256: 'c'.repeat(64),
    },
  ],
  key: [
    key('a', {}),
    key('b', { kind: 'upload', scopes: [], createdBy: alice, lastUsedAt: BEFORE }),
    key('e', { revokedAt: BEFORE, expiresAt: AFTER, replacedBy: `key_${id('a')}` }),
  ],
  signing_secret: [
    { secretId: `sec_${id('a')}`, secret: 's'.repeat(43), createdAt: BEFORE, projectId: shop },
    { secretId: `sec_${id('b')}`, secret: 't'.repeat(43), createdAt: MOVED_AT, projectId: shop },
  ],
  route: [
    { projectId: shop, path: '/w_300/lamp.jpg', target: `/res/img_${id('f')}.jpg?width=300` },
    { projectId: shop, path: '/brücke 😀.jpg?a=%20', target: `/res/img_${id('f')}.auto` },
  ],
  project_webhooks: [
    {
      projectId: shop,
      version: 3,
      webhooks: [
        {
          webhookId: `whk_${id('a')}`,
          projectId: shop,
          url: 'https://shop.test/hook',
          eventTypes: ['image.saved'],
          enabled: true,
          createdAt: BEFORE,
          secrets: [{ secret: 'whsec_AAAA', createdAt: BEFORE, expiresAt: null }],
        },
      ],
    },
  ],
  project_deletion: [
    {
      projectId: blog,
      kind: 'delete',
      deletionId: `del_${id('a')}`,
      accountId: bob,
      name: 'default',
      ownerIds: [bob],
      state: 'waiting',
      requestedAt: BEFORE,
      purgeAt: AFTER,
      purgedAt: null,
      steps: {},
      counts: {},
      images: 0,
    },
    {
      projectId: shop,
      kind: 'empty',
      deletionId: `del_${id('b')}`,
      accountId: alice,
      name: 'shop',
      ownerIds: [alice],
      state: 'purging',
      requestedAt: BEFORE,
      purgeAt: BEFORE,
      purgedAt: null,
      steps: { marked: BEFORE },
      counts: { images_closed: 2 },
      images: 1,
    },
    {
      projectId: `prj_${id('e')}`,
      kind: 'delete',
      deletionId: `del_${id('c')}`,
      accountId: alice,
      name: 'gone',
      ownerIds: [alice],
      state: 'purged',
      requestedAt: BEFORE,
      purgeAt: BEFORE,
      purgedAt: BEFORE,
      steps: { marked: BEFORE, project_removed: BEFORE },
      counts: { images_removed: 7 },
      images: 7,
    },
  ],
  image: [
    image('f', { metadata: { album: 'a=b', constructor: 'x' }, version: 4, generation: 2 }),
    image('g', {
      focalPoint: '0.3,0.75',
      mainColor: null,
      thumbhash: null,
      takenDown: { reason: 'a report', takenDownAt: BEFORE },
      review: {
        ...newReview('s'.repeat(43)),
        labels: [{ name: 'Violence', confidence: 91.5 }],
      },
    }),
    image('h', { state: 'deleting', deletedAt: BEFORE, steps: { marked: BEFORE } }),
    image('i', {
      state: 'deleting',
      deletedAt: BEFORE,
      steps: { marked: BEFORE, origin_closed: BEFORE },
      deletionId: `del_${id('b')}`,
    }),
    image('j', {
      state: 'deleted',
      deletedAt: BEFORE,
      steps: { marked: BEFORE, swept: BEFORE },
    }),
  ],
  saved_temporary_image: [
    {
      ...FACTS,
      temporaryImageId: `tmp_${id('f')}`,
      imageId: `img_${id('f')}`,
      projectId: shop,
      accountId: alice,
      createdAt: BEFORE,
      expiresAt: AFTER,
    },
    {
      ...FACTS,
      temporaryImageId: `tmp_${id('g')}`,
      imageId: `img_${id('g')}`,
      projectId: shop,
      accountId: alice,
      createdAt: BEFORE,
      expiresAt: BEFORE,
      takenDown: { reason: 'a report', takenDownAt: BEFORE },
    },
  ],
  webhook_delivery: [
    delivery('a', {}),
    delivery('b', { state: 'failed', nextAt: null, attempts: [] }),
  ],
  transformations: [
    { accountId: alice, month: MONTH, count: 12, projects: { [shop]: 9, [blog]: 3 } },
  ],
  bandwidth: [
    { ownerId: shop, month: MONTH, bytes: 900, images: [] },
    {
      ownerId: alice,
      month: MONTH,
      bytes: 1_000,
      images: [{ imageId: `img_${id('f')}`, bytes: 800, requests: 3, excess: 0 }],
    },
  ],
  project_day: [
    { projectId: shop, day: '2026-11-05', images: 2, transformations: 0, bandwidthBytes: 0 },
    { projectId: shop, day: '2026-11-06', images: 0, transformations: 5, bandwidthBytes: 900 },
    { projectId: blog, day: '2026-11-06', images: 0, transformations: 0, bandwidthBytes: 7 },
  ],
  refused_origins: [
    {
      projectId: shop,
      revision: 2,
      origins: [{ origin: 'https://other.test', count: 3, lastAt: BEFORE }],
    },
  ],
  audit_event: [
    {
      trail: `project#${shop}`,
      event: {
        eventId: `evt_${id('a')}`,
        at: BEFORE,
        projectId: shop,
        action: 'create-key',
        outcome: 'done',
        code: null,
        actor: { kind: 'person', accountId: alice, role: 'owner' },
        subject: { keyId: `key_${id('a')}` },
        fields: ['name'],
        sourceAddress: '192.0.2.1',
        requestId: 'r1',
      },
    },
    {
      trail: `account#${alice}`,
      event: {
        eventId: `evt_${id('b')}`,
        at: BEFORE,
        projectId: null,
        action: 'set-plan',
        outcome: 'unknown',
        code: null,
        actor: { kind: 'operator' },
        subject: {},
        fields: [],
        sourceAddress: null,
        requestId: null,
      },
    },
  ],
};

function recordsOf<K extends MovedKind>(kind: K): MovedRecord[] {
  return MOVED_SAMPLES[kind].map((value) => ({ kind, value }) as MovedRecord);
}

/** All samples, in the order of their kinds. */
export function allSamples(kinds: readonly MovedKind[]): MovedRecord[] {
  return kinds.flatMap((kind) => recordsOf(kind));
}
