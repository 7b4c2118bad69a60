import { describe, expect, it } from 'vitest';
import { bodyBytes, withBodyBytes } from '../../../../lambdas/http/body-bytes.ts';

describe('the body of an event', () => {
  const bytes = Buffer.from([0xff, 0xd8, 0x00, 0xfe]);

  it('is the bytes that the local gateway sent, without a copy', () => {
    const event = withBodyBytes({ path: '/' }, bytes);
    expect(bodyBytes(event)).toBe(bytes);
  });

  it('is base64 where it is read as a text, as API Gateway sends it', () => {
    const event = withBodyBytes({ path: '/', body: bytes }, bytes);
    const sent = JSON.parse(JSON.stringify(event));
    expect(sent).toEqual({ path: '/', isBase64Encoded: true, body: '/9gA/g==' });
    expect(bodyBytes(sent)).toEqual(bytes);
  });

  it('is empty where there is none', () => {
    expect(bodyBytes({ body: null, isBase64Encoded: false })).toHaveLength(0);
  });
});
