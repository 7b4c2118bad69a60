import { createHash, createHmac } from 'node:crypto';
import type { Arrived } from './scripted-aws.ts';

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Uint8Array, data: string) =>
  createHmac('sha256', key).update(data).digest();

/** RFC 3986, sorted by code units, as "Create a signed AWS API request" has it. */
function canonicalQuery(query: string): string {
  const pairs = [...new URLSearchParams(query)].map((pair) =>
    pair.map((part) =>
      encodeURIComponent(part).replace(
        /[!'()*]/g,
        (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    ),
  );
  return pairs
    .map((pair) => pair.join('='))
    .sort()
    .join('&');
}

/**
 * The signature that a request has, and the one that AWS computes from the bytes that arrived. AWS
 * IAM user guide, "Create a signed AWS API request".
 */
export function signaturesOf({ method, url, headers, body }: Arrived, secret: string) {
  const { authorization = '' } = headers;
  const [, day = '', region = '', service = '', names = '', seen = ''] =
    authorization.match(
      /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\d+)\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/,
    ) ?? [];
  const [path = '', query = ''] = url.split('?');
  const canonical = [
    method,
    path,
    canonicalQuery(query),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    sha256(body),
  ].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<string | Uint8Array>(
    hmac,
    `AWS4${secret}`,
  );
  return { seen, expected: hmac(key, text).toString('hex'), region, service, names };
}
