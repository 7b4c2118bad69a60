import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import type { ImageEngine } from '../../../../core/ports/images/image-engine.ts';
import type { UsageStore } from '../../../../core/ports/projects/usage-store.ts';
import { callAny } from '../../../support/http/call-any.ts';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const DAY_MS = 24 * 3_600_000;
const TODAY = '2026-11-21';
let test: TestServices;

beforeEach(async () => {
  test = await makeServices();
  test.setClock(NOON);
});
afterEach(() => test.remove());

type Day = { date: string; images: number; transformations: number; bandwidthBytes: number };

async function getDays(): Promise<Day[]> {
  const headers = { 'x-api-key': test.credentials.apiKey };
  const { status, json } = await callAny(test.services, ENDPOINTS.getUsageByDay, {
    headers,
    body: {},
  });
  expect(status).toBe(200);
  return json.days;
}
const usedDays = async () =>
  (await getDays())
    .filter(({ images, transformations }) => images + transformations > 0)
    .map(({ date, images, transformations }) => [date, images, transformations]);

/** The same services with another count of a day. */
function withCountOnDay(countOnDay: UsageStore['countOnDay']): TestServices {
  const { services } = test;
  return { ...test, services: { ...services, usage: { ...services.usage, countOnDay } } };
}

describe('get-usage-by-day', () => {
  it('answers 31 days to today, those without usage as zeros (calls.get-usage-by-day)', async () => {
    const days = await getDays();
    expect([days.length, days[0]?.date, days.at(-1)?.date]).toEqual([31, '2026-10-22', TODAY]);
    for (const { date, ...used } of days) {
      expect([date, used]).toEqual([date, { images: 0, transformations: 0, bandwidthBytes: 0 }]);
    }
  });

  it('counts saved images and made renditions on their days, stored ones not again (calls.get-usage-by-day)', async () => {
    const first = await storeImage(test, await drawJpeg(300, 200));
    await deliver(test, `/res/${first}.webp?width=20`);
    await deliver(test, `/res/${first}.webp?width=20`);
    await deliver(test, `/res/${first}.webp?width=30`);
    await deliver(test, `/res/${first}.jpg`);
    test.setClock(NOON + DAY_MS);
    await storeImage(test, await drawJpeg(30, 20));
    await deliver(test, `/res/${first}.webp?width=20`);
    await deliver(test, `/res/${first}.png?width=20`);
    expect(await usedDays()).toEqual([
      [TODAY, 1, 2],
      ['2026-11-22', 1, 1],
    ]);
    test.setClock(NOON + 31 * DAY_MS);
    expect(await usedDays()).toEqual([['2026-11-22', 1, 1]]);
  });

  it('counts no rendition in whose place the stored image is served, and none that failed (calls.get-usage-by-day)', async () => {
    const imageId = await storeImage(test, await drawJpeg(300, 200));
    const engine = await test.services.imageEngine();
    const withRender = (render: ImageEngine['render']): TestServices => {
      const imageEngine = async () => ({ ...engine, render });
      return { ...test, services: { ...test.services, imageEngine } };
    };
    const larger = withRender(async () => new Uint8Array(100_000));
    const stored = await deliver(larger, `/res/${imageId}.jpg?width=300`);
    expect([stored.status, stored.bytes.length < 100_000]).toEqual([200, true]);
    const failing = withRender(() => Promise.reject(new Error('no memory')));
    expect((await deliver(failing, `/res/${imageId}.webp?width=9`)).status).toBe(500);
    expect(await usedDays()).toEqual([[TODAY, 1, 0]]);
  });

  it('refuses nothing for a count that fails: it is logged (calls.get-usage-by-day)', async () => {
    const failing = withCountOnDay(() => Promise.reject(new Error('no room')));
    const imageId = await storeImage(failing, await drawJpeg(300, 200));
    expect((await deliver(failing, `/res/${imageId}.webp?width=20`)).status).toBe(200);
    const lines = test.logged.filter((line) => line.includes('day not counted'));
    expect(lines.map((line) => JSON.parse(line).kind)).toEqual(['images', 'transformations']);
    expect(await usedDays()).toEqual([]);
    const headers = { 'x-api-key': test.credentials.apiKey };
    const { json } = await callAny(test.services, ENDPOINTS.getUsage, { headers, body: {} });
    expect([json.images.used, json.transformations.used]).toEqual([1, 1]);
  });

  it('knows the days of no other project (security.foreign-as-unknown)', async () => {
    const headers = { 'x-api-key': test.credentials.apiKey };
    const body = { projectId: `prj_${'a'.repeat(26)}` };
    const other = await callAny(test.services, ENDPOINTS.getUsageByDay, { headers, body });
    expect([other.status, other.json.code]).toEqual([404, 'project_not_found']);
  });
});
