import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../../core/api/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../../../../core/api/endpoints.ts';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { makeApiEvent } from '../../../support/http/api-event.ts';
import { makeUsers, type TestUsers } from '../../../support/http/call-as.ts';
import { storeImage } from '../../../support/http/deliver.ts';
import { handlerOf } from '../../../support/http/handler-of.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { makeContext } from '../../../support/stores/make-services.ts';
import { openWorkMeter, type WorkMeter } from '../../../support/work/count-work.ts';
import { HOSTILE_BODIES, IMAGE, PROJECT } from '../../../support/work/hostile-bodies.ts';

const ROOM = 65_536;
let test: TestUsers;
let projectId: string;
let imageId: string;
// opening one for each body takes longer than all bodies
let meter: WorkMeter;
beforeAll(() => {
  meter = openWorkMeter();
});
afterAll(() => meter.close());
beforeEach(async () => {
  test = await makeUsers();
  projectId = await test.projectOf('ann');
  imageId = await storeImage(test, await drawJpeg(8, 8));
});
afterEach(() => test.remove());

/**
 * Sends a body as it is: as ann with her token, or with the API key if users can't make the call.
 */
async function send(call: EndpointName, body: string) {
  const endpoint: Endpoint = ENDPOINTS[call];
  const isKey = endpoint.credential.kind === 'apiKey';
  const credential = isKey
    ? { 'x-api-key': test.credentials.apiKey }
    : { authorization: 'Bearer ann' };
  const headers = { 'content-type': 'application/json', ...credential };
  const handler = await handlerOf(endpoint, test.services);
  const event = makeApiEvent(endpoint, { headers, body });
  await meter.count(() => undefined); // the blocks that were entered before
  const { done, amount } = await meter.count(() => handler(event, makeContext()));
  return { status: done.statusCode, text: done.body, json: JSON.parse(done.body), amount };
}

describe('a body that is all faults (security.hostile-text)', () => {
  it.each(Object.entries(HOSTILE_BODIES))(
    '%s is answered within 64 KB, its work linear in the bytes (errors.bounded, security.linear-work)',
    async (_, { call, text }) => {
      const margin = 600;
      const about = (bytes: number) =>
        text(bytes - margin)
          .replace(PROJECT, projectId)
          .replace(IMAGE, imageId);
      const small = await send(call, about(LIMITS.maxJsonBytes / 4));
      const large = await send(call, about(LIMITS.maxJsonBytes));
      expect([200, 400]).toContain(large.status);
      expect(large.status).toBe(small.status);
      expect(Buffer.byteLength(large.text)).toBeLessThanOrEqual(ROOM);
      expect((large.json.errors ?? []).length).toBeLessThanOrEqual(100);
      // four times the bytes: quadratic work would be sixteen times as much
      expect(large.amount / small.amount).toBeLessThan(5.5);
      // the dearest comes to 28; with the nearest known name of every unknown field to 65
      expect(large.amount / LIMITS.maxJsonBytes).toBeLessThan(40);
    },
  );

  it('lists the first hundred faults and the number of all the others (errors.bounded)', async () => {
    const scopes = Array.from({ length: 250 }, () => 1);
    const { json } = await send('createApiKey', JSON.stringify({ projectId, name: 'x', scopes }));
    expect(json).toMatchObject({
      code: 'validation_failed',
      detail: '250 errors were found.',
      more: 150,
    });
    expect(json.errors).toHaveLength(100);
    expect(json.errors.at(-1)).toMatchObject({ pointer: '/scopes/99', code: 'unknown_scope' });
  });

  it('has no `more` if all are listed, and counts the faults of several fields together (errors.bounded)', async () => {
    const few = await send('createApiKey', JSON.stringify({ projectId, name: 'x', scopes: [1] }));
    expect(few.json.errors).toHaveLength(1);
    expect(few.json).not.toHaveProperty('more');
    const sent = {
      name: '',
      allowedWidths: Array(80).fill(0),
      allowedHeights: Array(80).fill(0),
      nmae: 1,
    };
    const both = await send('createProject', JSON.stringify(sent));
    expect(both.json.errors).toHaveLength(100);
    expect(both.json).toMatchObject({ more: 62, detail: '162 errors were found.' });
  });

  it('looks at the name of a preset first, and cuts it in its answer (projects.settings)', async () => {
    const presets = { [`${'x'.repeat(32_000)}`]: Array(16_000).fill('a').join('&') };
    const { json, text } = await send('createProject', JSON.stringify({ name: 'x', presets }));
    expect(json.errors).toMatchObject([{ code: 'invalid_key' }]);
    expect(json.errors[0].pointer).toBe(`/presets/${'x'.repeat(60)}…`);
    expect(text.length).toBeLessThan(1_000);
  });

  it('a list a thousand levels deep for a size is a fault of that list (errors.bad-request, errors.all-faults)', async () => {
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    const { status, json } = await send('createProject', `{"name":"x","allowedWidths":[${deep}]}`);
    expect([status, json.errors]).toMatchObject([400, [{ pointer: '/allowedWidths/0' }]]);
  });

  it('explain-transformation lists each fault of a URL once (calls.explain-transformation)', async () => {
    const again = `crop&${'width=1&'.repeat(3_000)}blur=x&blur=y`;
    const url = `http://127.0.0.1:8080/res/${imageId}.jpg?${again}`;
    const { status, json } = await send('explainTransformation', JSON.stringify({ imageUrl: url }));
    expect(status).toBe(200);
    expect(json.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual([
      'crop',
      'width',
      'blur',
      'blur',
    ]);
  });
});
