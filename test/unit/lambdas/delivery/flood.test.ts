import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';

const URLS = 10_000;
const AT_ONCE = 50;
let test: TestServices;
let imageId: string;
let encodes = 0;

beforeAll(async () => {
  test = await makeServices();
  const { imageEngine } = test.services;
  const render = async () => {
    encodes += 1;
    return Buffer.alloc(9_000, encodes);
  };
  const services = {
    ...test.services,
    imageEngine: async () => ({ ...(await imageEngine()), render }),
  };
  test = { ...test, services };
  imageId = await storeImage(test, await drawJpeg(400, 300));
});
afterAll(() => test.remove());

/** Addresses that differ in any parameter. */
function pathOf(at: number): string {
  const format = ['jpg', 'webp', 'png', 'gif', 'avif'][at % 5];
  const more = ['', '&blur=2.5', '&quality=41', '&crop=0,0,50,50', '&rotate=90', '&flip=true'];
  return `/res/${imageId}.${format}?width=${(at % 390) + 1}${more[Math.floor(at / 390) % 6]}&height=${(at % 290) + 1}`;
}

async function flood(paths: readonly string[]) {
  const counts: Record<string, number> = {};
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    const some = paths.slice(at, at + AT_ONCE).map((path) => deliver(test, path));
    for (const { status } of await Promise.all(some)) counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

describe('a flood of 10,000 URLs on the Free plan', () => {
  it('makes 100 renditions and no 5xx, and continues to serve them (security.bounded-flood)', async () => {
    const paths = [...new Set(Array.from({ length: URLS * 2 }, (_, at) => pathOf(at)))];
    expect(paths.length).toBeGreaterThanOrEqual(URLS);
    const counts = await flood(paths.slice(0, URLS));
    expect(encodes).toBe(100);
    expect(Object.keys(counts)).toEqual(['200', '429']);
    expect(counts['200']).toBeLessThanOrEqual(URLS / 50);
    const again = await flood(paths.slice(0, 50));
    expect(again['200']).toBe(50);
    expect((await deliver(test, `/res/${imageId}.jpg`)).status).toBe(200);
    expect(encodes).toBe(100);
  });

  it('makes nothing where a project lists its sizes (security.refusals-cost-nothing, security.bounded-flood)', async () => {
    const sizes = { allowedWidths: [], allowedHeights: [] };
    await test.services.projects.changeSettings(test.credentials.projectId, sizes);
    const counts = await flood(Array.from({ length: 1_000 }, (_, at) => pathOf(at)));
    expect(counts).toEqual({ 400: 1_000 });
    expect(encodes).toBe(100);
  });
});
