import { describe, expect, it } from 'vitest';
import { client, credentials, isOnLocalstack } from '../support/e2e/service-under-test.ts';

const UNKNOWN = `img_${'z'.repeat(26)}`;
const hasCdn = !isOnLocalstack('the pages of problems are at the CDN, which LocalStack has not');

/** A request to each part of the service that answers problems, and the code that it answers. */
const SOURCES: Readonly<Record<string, readonly [code: string, ask: () => Promise<unknown>]>> = {
  'the edge function': ['unsupported_output_format', () => client.get(`/res/${UNKNOWN}.svg`)],
  'the edge function, of a method': [
    'method_not_allowed',
    () => client.get(`/res/${UNKNOWN}.jpg`, { method: 'DELETE' }),
  ],
  'the delivery function': ['image_not_found', () => client.get(`/res/${UNKNOWN}.jpg?width=10`)],
  'the delivery function, of an old address': [
    'route_not_found',
    () => client.get(`/old/prj_${'z'.repeat(26)}/sample.jpg`),
  ],
  'the function of the site': ['route_not_found', () => client.get('/problems/none')],
  'a function of a call': [
    'invalid_api_key',
    () => client.call('list-images', {}, { 'X-API-Key': 'wrong' }),
  ],
  'API Gateway': ['route_not_found', () => client.call('no-such-call', {}, {})],
};

describe.runIf(hasCdn)('the type of a problem', () => {
  it.each(Object.entries(SOURCES))(
    'is the absolute URL of a page of the CDN, whoever answers: %s (errors.problem-body)',
    async (_, [code, ask]) => {
      const { json } = (await ask()) as { json: { code: string; type: string } };
      expect(json).toMatchObject({ code, type: `${credentials.cdnUrl}/problems/${code}` });
      const page = await client.get(json.type);
      expect([page.status, page.json.type]).toEqual([200, json.type]);
    },
  );

  it('is the same, whatever host and address a viewer names (errors.problem-body)', async () => {
    const headers = {
      'Cdn-Url': 'https://evil.example',
      'X-Forwarded-Host': 'evil.example',
      Forwarded: 'host=evil.example',
    };
    for (const path of [`/res/${UNKNOWN}.svg`, `/res/${UNKNOWN}.jpg?width=11`]) {
      const { json } = await client.get(path, { headers });
      expect(json.type).toBe(`${credentials.cdnUrl}/problems/${json.code}`);
    }
  });
});
