import { describe, expect, it } from 'vitest';
import { readReason } from '../../../../admin/session/read-reason.ts';
import { isEmailAddress } from '../../../../core/accounts/email-address.ts';
import { invitationEnd } from '../../../../core/accounts/invitation.ts';
import { keyNameField } from '../../../../core/api/key-fields.ts';
import { passedMarks } from '../../../../core/events/quota-marks.ts';
import { createFaultList } from '../../../../core/foundation/fault-list.ts';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { nearestName } from '../../../../core/foundation/nearest-name.ts';
import { findPublicUrlFault } from '../../../../core/foundation/public-url.ts';
import { cutText } from '../../../../core/foundation/reported-text.ts';
import { type DirectUpload, isAwaited } from '../../../../core/images/direct-upload.ts';
import { cleanFilename } from '../../../../core/images/filename.ts';
import {
  hasEnded,
  type Image,
  isForgotten,
  type TemporaryImage,
} from '../../../../core/images/image-states.ts';
import { isLeaseHeld } from '../../../../core/images/lease.ts';
import { findKeyCountFault, findMetadataFaults } from '../../../../core/images/metadata.ts';
import { routePath } from '../../../../core/images/old-path.ts';
import { addTimeout, renditionBacksOffUntil } from '../../../../core/images/rendition-back-off.ts';
import { dayCountEnd, reportedDays } from '../../../../core/metering/usage-days.ts';
import { MOVED_KINDS } from '../../../../core/ports/moving/moved-kinds.ts';
import { findOriginFaults } from '../../../../core/projects/allowed-origins.ts';
import { endOfKey, isActiveKey } from '../../../../core/projects/credentials.ts';
import { isReceiptOver } from '../../../../core/projects/project-deletion.ts';
import { keysToTell } from '../../../../core/projects/project-keys.ts';
import { readSettings } from '../../../../core/projects/read-settings.ts';
import { recentlyRefused, withRefusal } from '../../../../core/projects/refused-origins.ts';
import { FORMAT_NAMES, FORMATS } from '../../../../core/transform/formats.ts';
import { ignoredParameters } from '../../../../core/transform/ignored-parameters.ts';
import { readDrawableText } from '../../../../core/transform/text/drawable-text.ts';
import { findCutFault, findSizeFault } from '../../../../core/transform/transformation-faults.ts';
import { requireFreshSignIn } from '../../../../core/use-cases/access/require-fresh-sign-in.ts';
import { refuseUndeliverable } from '../../../../core/use-cases/delivery/make-rendition.ts';
import {
  isSlowlyMade,
  type RenditionPlan,
} from '../../../../core/use-cases/delivery/plan-delivery.ts';
import { readExpiry } from '../../../../core/use-cases/keys/make-key.ts';
import { afterAttempt, type Delivery, PAUSES_MS } from '../../../../core/webhooks/delivery.ts';
import { activeSecrets, type Webhook } from '../../../../core/webhooks/webhook.ts';
import {
  findWebhookUrlFault,
  isLoopbackWebhookUrl,
} from '../../../../core/webhooks/webhook-url.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const LARGE_ONE = { renditionKey: 'a.jpg', isSmall: false };
const timedOut = (others: number, lastAt: number) => ({
  count: 0,
  lastAt,
  keys: Array.from({ length: others }, (_, at) => ({
    renditionKey: `${at}.jpg`,
    count: 1,
    lastAt,
  })),
});
const SMALL_ONE = { renditionKey: 'a.jpg', isSmall: true };
const timeouts = (count: number) => ({ count, lastAt: NOW, keys: [] });
const letters = (length: number) => 'a'.repeat(length);
const isFine = (run: () => unknown) => {
  try {
    run();
    return true;
  } catch {
    return false;
  }
};
const faultsOf = (metadata: Record<string, unknown>) => {
  const faults = createFaultList();
  findMetadataFaults(metadata, '', faults);
  return faults.count;
};
const originListDetails = (origins: readonly string[]) => {
  const faults = createFaultList();
  findOriginFaults(origins, '', faults);
  return faults.reported.map(({ detail }) => detail).join();
};
const originDetails = (origin: string) => originListDetails([origin]);
const plan = (width: number, height: number) =>
  ({
    kind: 'rendition',
    format: 'avif',
    transformation: { resize: { how: 'scale', size: { width, height } }, pad: undefined },
  }) as unknown as RenditionPlan;
const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'x']));

/** Each with whether a value is accepted, for the last accepted one and the first refused one. */
const BOUNDS: readonly (readonly [
  title: string,
  isAccepted: (value: number) => boolean,
  last: number,
])[] = [
  ['characters of an e-mail address', (n) => isEmailAddress(`a@${letters(n - 2)}`), 254],
  ['characters before its @', (n) => isEmailAddress(`${letters(n)}@b`), 64],
  ['characters of a file name', (n) => cleanFilename(letters(n))?.length === n, 255],
  ['code points of a metadata value', (n) => faultsOf({ a: '😀'.repeat(n) }) === 0, 100],
  ['characters of a metadata key', (n) => faultsOf({ [letters(n)]: 'x' }) === 0, 30],
  ['metadata keys', (n) => findKeyCountFault(keys(n), '') === undefined, 10],
  ['bytes of an old address', (n) => routePath(`/${letters(n - 1)}`, '') !== undefined, 1_000],
  [
    'bytes of an old address in two-byte letters',
    (n) => routePath(`/${'ä'.repeat(n)}`, '') !== undefined,
    499,
  ],
  [
    'characters of an allowed origin',
    (n) =>
      !originDetails(`https://${letters(n - 8)}`).includes(`at most ${LIMITS.maxOriginLength} `),
    270,
  ],
  [
    'characters of a webhook URL',
    (n) => findWebhookUrlFault(`https://a.example/${letters(n - 18)}`) === undefined,
    2_048,
  ],
  [
    'characters of a loopback webhook URL',
    (n) => isLoopbackWebhookUrl(`http://127.0.0.1/${letters(n - 17)}`),
    2_048,
  ],
  [
    'characters of a public URL',
    (n) =>
      findPublicUrlFault(`https://a.example/${letters(n - 18)}`, {
        subject: 'A URL',
        maxLength: 99,
      }) === undefined,
    99,
  ],
  [
    'characters of a name with a nearest one',
    (n) => nearestName(letters(n), [letters(40)]) !== undefined,
    40,
  ],
  ['code points of a cut text', (n) => !cutText('😀'.repeat(n), 60).endsWith('…'), 60],
  ['characters of a text over an image', (n) => 'text' in readDrawableText(letters(n)), 100],
  [
    'reported ignored parameters',
    (n) => ignoredParameters(Array.from({ length: n }, (_, at) => `zz${at}`)).length === n,
    5,
  ],
  [
    'reported faults',
    (n) => {
      const faults = createFaultList();
      for (let at = 0; at < n; at += 1) faults.add(() => ({ pointer: '', code: 'a', detail: 'b' }));
      return faults.reported.length === n;
    },
    100,
  ],
  [
    'allowed origins of a project',
    (n) =>
      !originListDetails(Array.from({ length: n }, (_, at) => `https://a${at}.de`)).includes(
        'at most',
      ),
    100,
  ],
  [
    'characters of the name of a project',
    (n) => isFine(() => readSettings({ name: letters(n) })),
    100,
  ],
  ['characters of an operator’s reason', (n) => isFine(() => readReason('😀'.repeat(n))), 500],
  [
    'allowed sizes of a project',
    (n) =>
      isFine(() => readSettings({ allowedWidths: Array.from({ length: n }, (_, at) => at + 1) })),
    100,
  ],
  [
    'characters of the name of a key',
    (n) => keyNameField().safeParse('😀'.repeat(n)).success,
    LIMITS.maxKeyNameLength,
  ],
  [
    'bytes of a rendition',
    (n) => isFine(() => refuseUndeliverable({ length: n })),
    LIMITS.maxDeliveredBytes,
  ],
  ['the lease of work', (n) => isLeaseHeld(NOW, { now: NOW + n, leaseMs: 1_000 }), -1],
  [
    'the lease of a clock that has stepped back since',
    (n) => isLeaseHeld(NOW + n, { now: NOW, leaseMs: 1_000 }),
    2_000,
  ],
  [
    'the past, for the expiry of a new key',
    (n) => !isFine(() => readExpiry(new Date(NOW + n).toISOString(), NOW)),
    0,
  ],
  [
    'other renditions that may time out before their image is closed',
    (n) => addTimeout(timedOut(n, NOW), { ...LARGE_ONE, begunAt: NOW, now: NOW }).count === 0,
    2,
  ],
  [
    'the time for which they count',
    (n) =>
      addTimeout(timedOut(3, NOW), { ...LARGE_ONE, begunAt: NOW + n, now: NOW + n }).count === 1,
    24 * 3_600_000 - 1,
  ],
  [
    'pixels before a cut',
    (n) => findCutFault({ width: n, height: 5_000 }, 1) === undefined,
    10_000,
  ],
  [
    'pixels before a cut, of all frames',
    (n) => findCutFault({ width: 5_000, height: 100 }, n) === undefined,
    100,
  ],
  ['pixels of an AVIF made within the request', (n) => !isSlowlyMade(plan(n, 2_000)), 2_000],
  [
    'the time of a sign-in for what cannot be undone',
    (n) =>
      isFine(() => requireFreshSignIn({ clock: () => NOW + n }, { authenticatedAt: NOW } as never)),
    299_999,
  ],
  [
    'the life of a temporary image',
    (n) => !hasEnded({ state: 'temporary', expiresAt: NOW } as TemporaryImage, NOW + n),
    -1,
  ],
  [
    'the receipt of a deletion',
    (n) => !isForgotten({ deletedAt: NOW } as Image, NOW + n),
    30 * 24 * 3_600_000 - 1,
  ],
  ['the receipt of a project', (n) => !isReceiptOver({ purgedAt: NOW }, NOW + n, 1_000), 999],
  ['the life of a key', (n) => isActiveKey({ expiresAt: NOW, revokedAt: null }, NOW + n), -1],
  [
    'the wait for a direct upload',
    (n) => isAwaited({ state: 'pending', pendingUntil: NOW } as DirectUpload, NOW + n),
    -1,
  ],
  [
    'the overlap of a webhook secret',
    (n) =>
      activeSecrets({ secrets: [{ expiresAt: NOW }] } as unknown as Webhook, NOW + n).length === 1,
    -1,
  ],
  [
    'the listing of an ended key',
    (n) => keysToTell([{ keyId: 'a', expiresAt: NOW, revokedAt: null }], NOW + n).length === 1,
    30 * 24 * 3_600_000 - 1,
  ],
  [
    'the listing of a refused origin',
    (n) =>
      recentlyRefused([{ origin: 'https://a.de', count: 1, lastAt: NOW }], NOW + n).length === 1,
    7 * 24 * 3_600_000 - 1,
  ],
  [
    'the pause after a refused origin',
    (n) =>
      withRefusal(
        { origins: [{ origin: 'https://a.de', count: 1, lastAt: NOW }], revision: 1 },
        'https://b.de',
        NOW + n,
      ) === undefined,
    59_999,
  ],
  [
    'a timeout of the same moment',
    (n) => addTimeout(timeouts(1), { ...SMALL_ONE, begunAt: NOW + n, now: NOW + 5 }).count === 1,
    -1,
  ],
  [
    'attempts of a delivery',
    (n) =>
      afterAttempt({ tries: n, attempts: [] } as unknown as Delivery, {
        at: NOW,
        status: 500,
        fault: null,
        durationMs: 1,
      }).state === 'pending',
    PAUSES_MS.length - 1,
  ],
  [
    'statuses that accept a delivery',
    (n) =>
      afterAttempt({ tries: 0, attempts: [] } as unknown as Delivery, {
        at: NOW,
        status: n,
        fault: null,
        durationMs: 1,
      }).state === 'delivered',
    299,
  ],
  [
    'the export of an invitation',
    (n) => MOVED_KINDS.invitation.isOver?.({ expiresAt: NOW } as never, NOW + n) === false,
    -1,
  ],
  [
    'the export of an ended key',
    (n) =>
      MOVED_KINDS.key.isOver?.({ expiresAt: NOW, revokedAt: null } as never, NOW + n) === false,
    30 * 24 * 3_600_000 - 1,
  ],
  [
    'the export of an audit event',
    (n) => MOVED_KINDS.audit_event.isOver?.({ event: { at: NOW } } as never, NOW + n) === false,
    90 * 24 * 3_600_000 - 1,
  ],
  [
    'the export of a webhook delivery',
    (n) => MOVED_KINDS.webhook_delivery.isOver?.({ createdAt: NOW } as never, NOW + n) === false,
    30 * 24 * 3_600_000 - 1,
  ],
];

describe('a bound, at its last accepted value and at the first beyond', () => {
  it.each(BOUNDS)('%s (errors.bad-request)', (_, isAccepted, last) => {
    expect([isAccepted(last), isAccepted(last + 1)]).toEqual([true, false]);
  });

  it.each(FORMAT_NAMES)(
    'of the pixels and sides of a %s (transformations.max-output)',
    (format) => {
      const { maxSide, maxOutputPixels } = FORMATS[format];
      const isMade = (width: number, height: number, frames = 1) =>
        findSizeFault({ width, height }, format, frames) === undefined;
      // a longer side than the pixels that fit is met by these first
      const side = Math.min(maxSide, maxOutputPixels);
      expect([isMade(side, 1), isMade(1, side)]).toEqual([true, true]);
      expect([isMade(side + 1, 1), isMade(1, side + 1)]).toEqual([false, false]);
      const width = 5_000;
      const height = maxOutputPixels / width;
      expect([isMade(width, height), isMade(width, height + 1)]).toEqual([true, false]);
      expect([isMade(width / 2, height, 2), isMade(width / 2, height, 3)]).toEqual([true, false]);
    },
  );

  it('of a quota: its marks are passed at 80 and 100 per cent, each once (quotas.warnings)', () => {
    expect(passedMarks(50, 38, 39)).toEqual([]);
    expect(passedMarks(50, 39, 40)).toEqual(['quota.warning']);
    expect(passedMarks(50, 40, 49)).toEqual([]);
    expect(passedMarks(50, 49, 50)).toEqual(['quota.exceeded']);
    expect(passedMarks(50, 50, 51)).toEqual([]);
    expect(passedMarks(50, 0, 50)).toEqual(['quota.warning', 'quota.exceeded']);
    expect(passedMarks(null, 0, 50)).toEqual([]);
  });

  it('of the back-off of renditions: doubled by each timeout, a day at most', () => {
    const pauses = [1, 2, 3, 13, 14, 15].map(
      (count) => renditionBacksOffUntil(timeouts(count), { ...SMALL_ONE, now: NOW }) - NOW,
    );
    expect(pauses).toEqual([15_000, 30_000, 60_000, 61_440_000, 86_400_000, 86_400_000]);
    const later = addTimeout(timeouts(3), { ...SMALL_ONE, begunAt: NOW, now: NOW + 5 });
    expect(later).toMatchObject({ count: 4, lastAt: NOW + 5 });
  });

  it('of times that are stored: each end is its limit after its beginning', () => {
    expect(invitationEnd(NOW) - NOW).toBe(7 * 24 * 3_600_000);
    expect(dayCountEnd('2026-11-01') - Date.UTC(2026, 10, 1)).toBe(62 * 24 * 3_600_000);
    expect(reportedDays(NOW)).toHaveLength(31);
    expect([reportedDays(NOW)[0], reportedDays(NOW)[30]]).toEqual(['2026-10-22', '2026-11-21']);
    expect(endOfKey({ expiresAt: NOW, revokedAt: NOW - 1 })).toBe(NOW - 1);
    expect(endOfKey({ expiresAt: NOW, revokedAt: null })).toBe(NOW);
    expect(endOfKey({ expiresAt: null, revokedAt: NOW })).toBe(NOW);
    expect(endOfKey({ expiresAt: null, revokedAt: null })).toBeNull();
  });

  it('of refused origins: the list keeps the new one, and the most of the others (origins.refused-list)', () => {
    const origins = Array.from({ length: LIMITS.maxRefusedOrigins }, (_, at) => ({
      origin: `https://a${at}.de`,
      count: at + 2,
      lastAt: NOW - 60_000,
    }));
    const after = withRefusal({ origins, revision: 1 }, 'https://new.de', NOW)?.origins ?? [];
    expect(after).toHaveLength(LIMITS.maxRefusedOrigins);
    expect(after[0]).toEqual({ origin: 'https://new.de', count: 1, lastAt: NOW });
    expect(after.map(({ origin }) => origin)).not.toContain('https://a0.de');
    expect(after.map(({ origin }) => origin)).toContain('https://a1.de');
  });

  it('of ended keys: as many as are listed, the latest of them', () => {
    const ended = Array.from({ length: LIMITS.maxEndedKeys + 1 }, (_, at) => ({
      keyId: `k${at}`,
      expiresAt: NOW - at - 1,
      revokedAt: null,
    }));
    const listed = keysToTell(ended, NOW).map(({ keyId }) => keyId);
    expect(listed).toHaveLength(100);
    expect(listed).not.toContain('k100');
  });
});
