import type { LambdaFunctionURLEvent } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeliveryServices, respond } from '../../../../lambdas/delivery/respond.ts';
import {
  makeContext,
  makeServices,
  type TestServices,
} from '../../../support/stores/make-services.ts';

let test: TestServices;
beforeAll(async () => {
  test = await makeServices();
});
afterAll(() => test.remove());

async function ask(services: Partial<DeliveryServices> = {}, method = 'GET') {
  const event = { rawPath: '/readyz', rawQueryString: '', headers: {} };
  const asked = { ...event, requestContext: { http: { method } } } as LambdaFunctionURLEvent;
  return respond({ ...test.services, ...services }, asked, makeContext());
}

const failing = async (): Promise<never> => {
  throw new Error('no route to the store');
};

describe('/readyz of a stack', () => {
  it('answers 200 while records and objects can be read, for seconds at the CDN (site.health)', async () => {
    const { statusCode, headers, body } = await ask();
    expect([statusCode, body]).toEqual([200, '{"status":"ready"}']);
    expect(headers['Cache-Control']).toBe('max-age=0, s-maxage=5');
    expect(await ask({}, 'HEAD')).not.toHaveProperty('body');
  });

  it('answers 503 where either store fails, and says nothing of the cause (site.health)', async () => {
    const { images, objects } = test.services;
    const cases = [
      { images: { ...images, getImage: failing } },
      { objects: { ...objects, get: failing } },
    ];
    for (const services of cases) {
      const { statusCode, headers, body } = await ask(services);
      expect([statusCode, headers['Retry-After']]).toEqual([503, '5']);
      expect(headers['Cache-Control']).toBe('no-store');
      const problem = JSON.parse(String(body));
      expect(problem).toMatchObject({ code: 'busy' });
      expect(problem.detail).toBe('The stores of the service do not answer.');
      expect(String(body)).not.toContain('route');
    }
  });
});
