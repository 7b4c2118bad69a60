import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../adapters/sharp/image-engine.ts';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import type { Services } from '../../../../core/ports/services.ts';
import { monthOf } from '../../../../core/projects/plans.ts';
import {
  isTransformationFault,
  resolveTransformation,
} from '../../../../core/transform/transformation.ts';
import { callAny } from '../../../support/http/call-any.ts';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';

let test: TestServices;
let imageId = '';
beforeAll(async () => {
  test = await makeServices();
  imageId = await storeImage(test, await drawJpeg(640, 480));
});
afterAll(() => test.remove());

const detailOf = ({ bytes }: { readonly bytes: Buffer }): string =>
  JSON.parse(bytes.toString()).detail;
const ATTACK = 'blur=100&sharpen=10&width=5000&height=5000&enlarge=true';
const explain = async (query: string) => {
  const headers = { 'x-api-key': test.credentials.apiKey };
  const body = { imageUrl: `http://localhost:8080/res/${imageId}.jpg?${query}` };
  return (await callAny(test.services, ENDPOINTS.explainTransformation, { headers, body })).json;
};

/** A PNG of one colour from a palette, of so many pixels a side. */
function palettePng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 3], 8); // one bit, of a palette
  const rows = Buffer.alloc((1 + Math.ceil(side / 8)) * side);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([9, 9, 9, 200, 0, 0])),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a request that costs too much', () => {
  it('is refused before the engine is asked and a unit is claimed, with what to lower (security.bounded-price)', async () => {
    const asked: string[] = [];
    const { renditions } = test.services;
    const services: Services = {
      ...test.services,
      imageEngine: () => Promise.reject(new Error('the engine was asked')),
      renditions: {
        ...renditions,
        claim: (claim) => {
          asked.push(claim.renditionKey);
          return renditions.claim(claim);
        },
      },
    };
    const answer = await deliver({ ...test, services }, `/res/${imageId}.jpg?${ATTACK}`);
    expect([answer.status, answer.code, asked]).toEqual([422, 'image_too_large', []]);
    expect(detailOf(answer)).toMatch(/Lower `blur`, `sharpen`/);
    const project = await test.services.projects.getProject(test.credentials.projectId);
    const month = monthOf(test.services.clock());
    const counted = await test.services.usage.ofAccount(project?.accountId ?? '', month);
    expect(counted.transformations).toBe(0);
  });

  it('is explained with its price and the refusal that delivery gives (calls.explain-transformation, security.bounded-price)', async () => {
    const [refused, fine, plain, malformed] = await Promise.all(
      [ATTACK, 'width=200', '', 'width=x'].map(explain),
    );
    const answer = await deliver(test, `/res/${imageId}.jpg?${ATTACK}`);
    expect(refused.errors).toEqual([
      { parameter: null, code: 'image_too_large', detail: detailOf(answer) },
    ]);
    const maxMilliseconds = LIMITS.maxRenditionPriceMs;
    expect(refused.price).toMatchObject({ maxMilliseconds });
    expect(refused.price.milliseconds).toBeGreaterThan(maxMilliseconds);
    expect(fine.price).toMatchObject({ maxMilliseconds });
    expect(fine.price.milliseconds).toBeLessThan(maxMilliseconds / 10);
    expect([plain.price, malformed.price]).toEqual([null, null]);
  });

  it('is refused by the engine before it decodes a file that turns out to be dearer (security.bounded-price)', async () => {
    const [width, height] = [4_500, 4_500];
    const original = { format: 'png', width, height, frames: 1, hasAlpha: false } as const;
    const requested = resolveTransformation(original, 'png', { negate: true });
    if (isTransformationFault(requested)) throw new Error(requested.detail);
    const engine = await createSharpEngine();
    await expect(engine.render(palettePng(width), requested)).rejects.toMatchObject({
      fault: { code: 'image_too_large', detail: expect.stringContaining('encode') },
    });
  });
});
