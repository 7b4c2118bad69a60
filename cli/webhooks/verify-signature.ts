import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const PREFIX = 'whsec_';
/** As Standard Webhooks recommends. */
const TOLERANCE_S = 300;
const SECOND_MS = 1_000;

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Whether a message is signed by the secret and was sent within five minutes of `now`. */
export function verifySignature(
  headers: IncomingHttpHeaders,
  body: string,
  { secret, now }: { readonly secret: string; readonly now: number },
): boolean {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`] ?? ''),
  );
  const isNear = Math.abs(now / SECOND_MS - Number(timestamp)) <= TOLERANCE_S;
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const text = `${id}.${timestamp}.${body}`;
  const expected = `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
  return isNear && (signatures ?? '').split(' ').some((signature) => isEqual(signature, expected));
}
