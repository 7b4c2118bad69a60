import { describe, expect, it } from 'vitest';
import type { ProbeAnswer } from '../../../admin/checks/http-probe.ts';
import { PAGE_CHECK } from '../../../admin/verify/page-check.ts';
import type { VerifySubject } from '../../../admin/verify/subject.ts';
import { RENDITIONS_AT_ONCE } from '../../../lib/quotas/concurrency.ts';

const imageUrl = 'https://cdn.example/res/img_a.png';
const answered = (status: number, code?: string): ProbeAnswer => ({
  status,
  headers: code === undefined ? {} : { 'x-error-code': code },
  bytes: Buffer.alloc(0),
  isWhole: true,
});

/**
 * A CDN whose origin has so many executions, and refuses requests while all are in use. Later
 * requests get another answer.
 */
function limitedTo(executions: number, refusal: ProbeAnswer, later = answered(200)) {
  const urls: string[] = [];
  const waiting: (() => void)[] = [];
  const http = async (url: string) => {
    urls.push(url);
    if (urls.length > RENDITIONS_AT_ONCE) return later;
    if (urls.length > executions) return refusal;
    // each takes until the last request of the page has come
    await new Promise<void>((done) => {
      waiting.push(done);
      if (urls.length === Math.min(executions, RENDITIONS_AT_ONCE)) setImmediate(() => release());
    });
    return answered(200);
  };
  const release = () => {
    for (const done of waiting) done();
  };
  const images = { small: { imageId: 'img_a', imageUrl, bytes: 1, sha256: '' } };
  const pause = async () => undefined;
  const subject = { http, images, pause, now: () => 0, clock: () => 0 } as unknown;
  return { subject: subject as VerifySubject, urls };
}

describe('a page of new renditions', () => {
  it('passes where twelve are made together, each of another URL', async () => {
    const { subject, urls } = limitedTo(RENDITIONS_AT_ONCE, answered(429));
    expect(await PAGE_CHECK.run(subject)).toMatchObject({ state: 'passed' });
    expect(RENDITIONS_AT_ONCE).toBe(12);
    expect(new Set(urls).size).toBe(12);
  });

  it.each([
    [10, answered(429), '2 of 12 did not arrive, 2 of them refused: 2 × 429.'],
    [3, answered(503), '9 of 12 did not arrive, 9 of them refused: 9 × 503.'],
    [
      8,
      answered(429, 'transformation_quota_exceeded'),
      '4 of 12 did not arrive, 0 of them refused: 4 × 429 transformation_quota_exceeded.',
    ],
    [11, answered(404), '1 of 12 did not arrive, 0 of them refused: 1 × 404.'],
  ])('says how many are refused with %i executions', async (executions, refusal, detail) => {
    const { subject, urls } = limitedTo(executions, refusal);
    expect(await PAGE_CHECK.run(subject)).toEqual({ state: 'failed', detail });
    expect(PAGE_CHECK.failureMeans).toContain('L-B99A9384');
    // a refusal is the finding: a second request would hide it
    expect(urls).toHaveLength(12);
  });

  it.each([answered(504), answered(503, 'busy')])(
    'asks again for late renditions, which are no refusals',
    async (late) => {
      const { subject, urls } = limitedTo(5, late);
      const outcome = await PAGE_CHECK.run(subject);
      const detail = '12 of 12 arrived, 7 of them only after a retry.';
      expect(outcome).toMatchObject({ state: 'passed', detail });
      expect(urls).toHaveLength(12 + 7);
    },
  );

  it('fails where a late rendition never arrives', async () => {
    const { subject } = limitedTo(11, answered(504), answered(504));
    const outcome = await PAGE_CHECK.run(subject);
    expect(outcome).toMatchObject({ state: 'failed' });
  });
});
