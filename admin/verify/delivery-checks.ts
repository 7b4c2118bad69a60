import { createHash } from 'node:crypto';
import { CLOSED_HEADERS } from '../../core/foundation/delivery-headers.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import { headerOf, type ProbeAnswer } from '../checks/http-probe.ts';
import { type Check, failed, type Outcome, passed } from '../checks/run-checks.ts';
import type { StoredImage, VerifySubject } from './subject.ts';
import { deleteImage } from './upload-checks.ts';

const RENDITION_QUERY = 'width=320&quality=80';
/** An equivalent query: another order, and an unknown parameter. */
const SAME_QUERY = 'quality=80&utm_source=verify&width=320';
/**
 * SECURITY.md promises the edge within a minute; CloudFront documents invalidations by tag as
 * seconds.
 */
const INVALIDATED_WITHIN_MS = 60_000;
const POLL_MS = 500;
/**
 * Tries to see a hit: another edge location, or a purge that ran meanwhile, may have missed once.
 */
const HIT_TRIES = 10;
const LIFE_SECONDS = 5;
/** CloudFront keeps any refusal so long, whatever the origin says. */
const REFUSAL_KEPT_MS = LIMITS.errorMaxAgeSeconds * 1000;

function stored(image: StoredImage | undefined): StoredImage {
  if (!image) throw new Error('the image of an earlier check is missing');
  return image;
}

const cacheOf = (answer: ProbeAnswer): string => headerOf(answer, 'x-cache');
const isHit = (answer: ProbeAnswer): boolean => /^(refresh)?hit/i.test(cacheOf(answer));

function rendition({ images }: VerifySubject, query: string): string {
  return `${stored(images.small).imageUrl.replace(/\.\w+$/, '.webp')}?${query}`;
}

const wholeAnswers: Check<VerifySubject> = {
  name: 'whole-answers',
  title: 'A large image arrives complete, with its length',
  failureMeans:
    'The CDN could cache a truncated response for 30 days. Set the invoke mode of the renderer to BUFFERED, deploy, then report it.',
  needs: ['direct-upload'],
  async run(subject) {
    const image = stored(subject.images.large);
    const startedAt = subject.now();
    const answer = await subject.http(image.imageUrl);
    const ms = Math.round(subject.now() - startedAt);
    const length = headerOf(answer, 'content-length');
    if (answer.status !== 200) return failed(`The image answered ${answer.status}.`);
    if (length !== String(image.bytes)) {
      return failed(`Content-Length is ${length || 'absent'}; the image has ${image.bytes} bytes.`);
    }
    const sha256 = createHash('sha256').update(answer.bytes).digest('hex');
    if (!answer.isWhole || sha256 !== image.sha256) {
      return failed(
        `The response has ${answer.bytes.length} of ${image.bytes} bytes, or different bytes.`,
      );
    }
    return passed(`${image.bytes} bytes with Content-Length and equal SHA-256.`, { ms });
  },
};

const conditionalRequests: Check<VerifySubject> = {
  name: 'conditional-requests',
  title: 'HEAD and 304 work at the CDN',
  failureMeans:
    'Browsers would download every image again. Check the methods of the cache behaviour.',
  needs: ['upload-and-save'],
  async run(subject) {
    const url = rendition(subject, RENDITION_QUERY);
    const whole = await subject.http(url);
    const etag = headerOf(whole, 'etag');
    if (whole.status !== 200 || !/^"[^"]+"$/.test(etag)) {
      return failed(`${whole.status} with ETag ${etag || 'absent'}.`);
    }
    const [head, fresh] = [
      await subject.http(url, { method: 'HEAD' }),
      await subject.http(url, { headers: { 'if-none-match': etag } }),
    ];
    const hasLength = headerOf(head, 'content-length') === String(whole.bytes.length);
    if (head.status !== 200 || !hasLength) return failed(`HEAD answered ${head.status}.`);
    if (fresh.status !== 304) return failed(`If-None-Match answered ${fresh.status}, not 304.`);
    return passed('HEAD has the length of GET; a known ETag gets 304.');
  },
};

async function untilHit(subject: VerifySubject, url: string): Promise<ProbeAnswer> {
  for (let tried = 1; ; tried += 1) {
    const answer = await subject.http(url);
    if (isHit(answer) || tried === HIT_TRIES) return answer;
    await subject.pause(POLL_MS);
  }
}

const cacheHits: Check<VerifySubject> = {
  name: 'cache-hits',
  title: 'A second request is a cache hit',
  failureMeans:
    'Every view invokes a function, which is slow and expensive. Check the cache policy and the Cache-Control header.',
  needs: ['upload-and-save'],
  async run(subject) {
    const url = rendition(subject, RENDITION_QUERY);
    const first = await subject.http(url);
    const startedAt = subject.now();
    const second = await untilHit(subject, url);
    const cache = cacheOf(second);
    if (!isHit(second)) {
      return failed(`After ${HIT_TRIES} requests X-Cache is still ${cache || 'absent'}.`);
    }
    const ms = Math.round(subject.now() - startedAt);
    return passed(`First “${cacheOf(first)}”, then “${cache}”.`, { ms });
  },
};

const cacheKey: Check<VerifySubject> = {
  name: 'cache-key',
  title: 'Equivalent URLs share one cache entry',
  failureMeans:
    'The edge function does not run, or the cache policy includes more than its output. Any query could cost a new rendition.',
  needs: ['cache-hits'],
  async run(subject) {
    const known = await untilHit(subject, rendition(subject, RENDITION_QUERY));
    const same = await subject.http(rendition(subject, SAME_QUERY));
    if (!isHit(same)) return failed(`?${SAME_QUERY} was “${cacheOf(same) || 'no X-Cache'}”.`);
    if (headerOf(same, 'etag') !== headerOf(known, 'etag')) return failed('Their ETags differ.');
    const other = await subject.http(rendition(subject, 'width=321&quality=80'));
    if (headerOf(other, 'etag') === headerOf(known, 'etag')) {
      return failed('Another width got the same image: the cache key lacks the width.');
    }
    return passed('Another order and an unknown parameter are hits; another width is not.');
  },
};

function missingHeaders(answer: ProbeAnswer, expected: readonly (readonly [string, string])[]) {
  return expected
    .filter(([name, value]) => headerOf(answer, name) !== value)
    .map(([name, value]) => `${name} is “${headerOf(answer, name)}”, not “${value}”`);
}

const headers: Check<VerifySubject> = {
  name: 'headers',
  title: 'All documented headers arrive, on images and on errors',
  failureMeans:
    'A hop between the renderer and this machine drops or changes headers. Check the response headers policy of the distribution.',
  needs: ['upload-and-save'],
  async run(subject) {
    const image = await subject.http(rendition(subject, RENDITION_QUERY));
    const unknown = `${subject.cdnUrl}/res/img_${'a'.repeat(26)}.webp`;
    const error = await subject.http(unknown);
    const edge = await subject.http(rendition(subject, 'width=0'));
    const { browserMaxAgeSeconds, edgeMaxAgeSeconds } = LIMITS;
    const cacheControl = `public, max-age=${browserMaxAgeSeconds}, s-maxage=${edgeMaxAgeSeconds}`;
    const faults = [
      ...missingHeaders(image, [
        ...CLOSED_HEADERS,
        ['content-type', 'image/webp'],
        ['cache-control', cacheControl],
      ]),
      ...missingHeaders(error, [...CLOSED_HEADERS, ['x-error-code', 'image_not_found']]),
      ...missingHeaders(edge, [...CLOSED_HEADERS, ['x-error-code', 'invalid_parameter']]),
      ...(headerOf(image, 'cache-tag') === '' ? [] : ['cache-tag is visible to viewers']),
      ...(error.status === 404 ? [] : [`an unknown image answers ${error.status}, not 404`]),
      ...(edge.status === 400 ? [] : [`width=0 answers ${edge.status}, not 400`]),
    ];
    return faults.length > 0
      ? failed(faults.join('; '))
      : passed('The responses 200, 404 and 400 have them.');
  },
};

async function signedStatuses(subject: VerifySubject) {
  const expires = Math.floor(subject.clock() / 1000) + LIFE_SECONDS;
  const imageUrl = rendition(subject, '').slice(0, -1);
  const url = subject.sign(imageUrl, 'width=64', expires);
  const living = await subject.http(url);
  const changed = await subject.http(url.replace('width=64', 'width=65'));
  await subject.pause(Math.max(0, (expires + 1) * 1000 - subject.clock()));
  const ended = await subject.http(url);
  return { living: living.status, changed: changed.status, ended: ended.status };
}

const expiryAtEdge: Check<VerifySubject> = {
  name: 'expiry-at-edge',
  title: 'A signed URL works only until it expires',
  failureMeans:
    'CloudFront caches a response beyond `expires`, or interprets `expires` or `signature` itself. Do not rely on signed URLs yet.',
  needs: ['upload-and-save'],
  async run(subject) {
    await subject.requireSignatures(true);
    try {
      const { living, changed, ended } = await signedStatuses(subject);
      if (living !== 200) return failed(`The signed URL answered ${living} at first.`);
      if (changed !== 403) return failed(`A changed width answered ${changed}, not 403.`);
      if (ended !== 410) return failed(`After its expiry it answered ${ended}, not 410.`);
      return passed('The URL answers 200, then 410; a changed width answers 403.');
    } finally {
      await subject.requireSignatures(false);
    }
  },
};

const invalidation: Check<VerifySubject> = {
  name: 'invalidation',
  title: 'A deleted image leaves the CDN',
  failureMeans:
    'The invalidation by tag does not reach the cache: deleted images would be served for up to 30 days. Read the log of purge-image and switch to BY_PATH.',
  needs: ['upload-and-save'],
  async run(subject) {
    const url = rendition(subject, RENDITION_QUERY);
    const kept = await untilHit(subject, url);
    if (kept.status !== 200) return failed(`The rendition answered ${kept.status} at first.`);
    const deleted = await deleteImage(subject, stored(subject.images.small).imageId);
    if (deleted.status !== 200) return failed(`delete-image answered ${deleted.status}.`);
    const startedAt = subject.now();
    for (;;) {
      const answer = await subject.http(url);
      const ms = Math.round(subject.now() - startedAt);
      if (answer.status === 404) return invalidated(isHit(kept), ms);
      if (ms > INVALIDATED_WITHIN_MS + REFUSAL_KEPT_MS) {
        return failed(
          `${Math.round(ms / 1000)} s after the deletion it is still ${answer.status}.`,
        );
      }
      await subject.pause(POLL_MS);
    }
  },
};

function invalidated(wasCached: boolean, ms: number): Outcome {
  const what = wasCached ? 'A cached rendition' : 'A rendition that was not cached';
  return passed(`${what} was 404 after the deletion.`, { ms });
}

export const DELIVERY_CHECKS: readonly Check<VerifySubject>[] = [
  wholeAnswers,
  conditionalRequests,
  headers,
  cacheHits,
  cacheKey,
  expiryAtEdge,
  invalidation,
];
