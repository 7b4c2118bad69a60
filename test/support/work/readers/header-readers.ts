import { type IncomingMessage, maxHeaderSize } from 'node:http';
import { Readable } from 'node:stream';
import { createJoseAccessTokens } from '../../../../adapters/jose/access-tokens.ts';
import { isEmailAddress, isSameEmailAddress } from '../../../../core/accounts/email-address.ts';
import { maySignUp } from '../../../../core/accounts/sign-up.ts';
import { listFaults } from '../../../../core/foundation/fault-list.ts';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { hasCursorForm, readListCursor } from '../../../../core/foundation/list-cursor.ts';
import {
  cleanFilename,
  filenameOfHeader,
  filenameOfSource,
} from '../../../../core/images/filename.ts';
import { findMetadataFaults } from '../../../../core/images/metadata.ts';
import { declaredFormat } from '../../../../core/images/upload-type.ts';
import {
  canBeAllowed,
  findOriginFaults,
  isAllowedOrigin,
} from '../../../../core/projects/allowed-origins.ts';
import { networkOf } from '../../../../core/use-cases/access/limit-rate.ts';
import { namesEntityTag } from '../../../../core/use-cases/delivery/deliver-image.ts';
import type { ApiRequest } from '../../../../lambdas/http/api-types.ts';
import { refuseCodedBodies } from '../../../../lambdas/http/refuse-coded-bodies.ts';
import { isBinary } from '../../../../local/api-gateway/proxy-event.ts';
import { partOf } from '../../../../local/cloudfront/byte-range.ts';
import { toOriginForm } from '../../../../local/http/absolute-target.ts';
import { createReadForwarded } from '../../../../local/http/forwarded.ts';
import { readEmail } from '../../../../local/identity-provider/users.ts';
import { receiveForm } from '../../../../local/s3/receive-form.ts';
import type { TextReader } from './text-reader.ts';

const HEAD = { most: maxHeaderSize, bound: 'Node’s maxHeaderSize of a whole head' };
const BODY = { most: LIMITS.maxJsonBytes, bound: 'LIMITS.maxJsonBytes' };

const readForwarded = createReadForwarded(['loopback', 'private', '203.0.113.0/24']);

function readForwardedHeader(text: string) {
  const headers = {
    'x-forwarded-for': text,
    'x-forwarded-proto': text,
    'x-forwarded-host': text,
  };
  return readForwarded({ socket: { remoteAddress: '127.0.0.1' }, headers } as never);
}

const ORIGINS = Array.from(
  { length: LIMITS.maxAllowedOrigins },
  (_, at) => `https://*.shop-${at}.example.com`,
);

const tokens = createJoseAccessTokens(
  {
    issuer: 'https://issuer.example',
    jwksUri: 'https://issuer.example/keys',
    audience: { claim: 'aud', values: ['a'] },
  },
  () => Promise.reject(Object.assign(new Error(), { code: 'ERR_JWKS_NO_MATCHING_KEY' })),
);

const silent = () => undefined;
const CLOCK = { now: () => 0, after: () => silent };

/** A form that comes in pieces, as a socket gives them. */
async function readForm(text: string) {
  const bytes = Buffer.from(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / 1_000) }, (_, at) =>
    bytes.subarray(at * 1_000, (at + 1) * 1_000),
  );
  const headers = { 'content-type': 'multipart/form-data; boundary=a' };
  const request = Object.assign(Readable.from(pieces), { headers });
  const discard = async () => undefined;
  const take = async (_: unknown, chunks: AsyncIterable<Uint8Array>) => {
    for await (const chunk of chunks) chunk.at(0);
    return { discard };
  };
  return receiveForm(request as unknown as IncomingMessage, CLOCK, take).catch(silent);
}

function refused(read: () => unknown): unknown {
  try {
    return read();
  } catch (fault) {
    return fault;
  }
}

/** Readers of headers, forms and short values. */
export const HEADER_READERS = {
  'the X-Forwarded headers': {
    ...HEAD,
    product: 'addresses x trusted networks',
    workPerCharacter: 40,
    pieces: ['10.0.0.1,', '::1,', '[::1]:80,', ',', ' ', '1.1.1.1:1,', '['],
    read: readForwardedHeader,
  },
  'an absolute target': {
    ...HEAD,
    product: 'characters',
    workPerCharacter: 30,
    pieces: ['http://', 'a', '/', '?', '@', ':', ' ', '[::1]'],
    read: (text) => {
      const request = { url: `http://${text}`, headers: {} };
      toOriginForm(request);
      return request.url;
    },
  },
  'the Range header': {
    ...HEAD,
    product: 'characters',
    workPerCharacter: 30,
    pieces: ['bytes=', '0', '-', ',', ' ', '9-'],
    read: (text) => {
      const whole = {
        statusCode: 200,
        headers: { 'content-length': '9' },
        body: new Uint8Array(9),
      };
      return [partOf({ range: text }, whole), partOf({ range: `bytes=${text}` }, whole)];
    },
  },
  'the If-None-Match header': {
    ...HEAD,
    product: 'tags',
    workPerCharacter: 30,
    pieces: ['"a",', 'W/"#",', ',', ' ', '*', 'W/'],
    read: (text) => namesEntityTag(text, '"b"'),
  },
  'the Content-Type header': {
    ...HEAD,
    product: 'characters',
    workPerCharacter: 30,
    pieces: ['image/', ';', ' ', 'a', 'application/octet-stream ', '/'],
    read: (text) => [isBinary(text), refused(() => declaredFormat(text, ['jpg', 'png']))],
  },
  'the Content-Encoding headers': {
    ...HEAD,
    product: 'codings',
    workPerCharacter: 30,
    pieces: ['identity,', ',', ' ', 'a,', 'gzip, '],
    read: async (text) => {
      const headers = { 'Content-Encoding': text };
      const event = { headers, multiValueHeaders: { 'content-encoding': [text] } };
      return refuseCodedBodies()
        .before?.({ event } as unknown as ApiRequest)
        .catch(silent);
    },
  },
  'the Origin header': {
    ...HEAD,
    product: 'allowed origins x characters of an origin',
    workPerCharacter: 30,
    pieces: ['a.', 'a', 'https://', ':1', '*', '/', '@', 'a-'],
    read: (text) => [
      isAllowedOrigin(`https://${text}`, ORIGINS),
      isAllowedOrigin(`http://localhost:${text}`, ORIGINS),
      canBeAllowed(`https://${text}`),
      canBeAllowed(`https://*.${text.slice(0, 200)}`),
    ],
  },
  'allowed origins': {
    ...BODY,
    product: 'origins of a list, each of 270 characters at most',
    workPerCharacter: 30,
    pieces: ['https://#\n', 'https://a\n', 'https://*.#.a\n', '#\n', 'http://a:80808/\n', '*\n'],
    read: (text) => listFaults(findOriginFaults, text.split('\n')),
  },
  'the X-Original-Filename header': {
    ...HEAD,
    product: 'characters',
    workPerCharacter: 30,
    pieces: ['%41', '%E4%BC%8A', '%', 'a', '/', '\\', '\u00e4', '\u00e4\u00bc', '\u202e', ' '],
    read: filenameOfHeader,
  },
  'the Content-Disposition header of a source': {
    ...HEAD,
    product: 'characters',
    workPerCharacter: 40,
    pieces: ['; filename="', ';', "; filename*=utf-8''a", 'filename', '\\"', '%41', '-', ' ', '/'],
    read: (text) => [
      filenameOfSource('https://a.example/b', text),
      filenameOfSource(`https://a.example/${text}`, undefined),
      filenameOfSource('https://a.example/b', `; filename="${text}`),
      filenameOfSource('https://a.example/b', `; filename*=utf-8'${text}`),
    ],
  },
  'the Authorization header': {
    ...HEAD,
    product: 'characters',
    workPerCharacter: 30,
    pieces: ['a', '.', 'eyJhIjox', '=', '-', '"', '{"a":'],
    read: (text) =>
      Promise.all([
        tokens.identify(text),
        tokens.identify(`${Buffer.from(`{"alg":"ES256","a":"${text}`).toString('base64url')}.a.a`),
      ]),
  },
  'a form of an upload': {
    most: 100_000,
    bound: '20,000 bytes before the file, which is read piece by piece',
    product: 'bytes',
    workPerCharacter: 60,
    pieces: [
      '\r\n--a\r\nContent-Disposition: form-data; name="#"\r\n\r\n',
      '\r\n--',
      '\r\n',
      'Content-Disposition: form-data; name="file"; filename="a"\r\n',
      ';',
      'a',
      '-',
    ],
    around: (hostile) => `--a\r\n${hostile}`,
    read: readForm,
  },
  'an e-mail address': {
    ...BODY,
    product: 'characters',
    workPerCharacter: 30,
    pieces: ['a', '@', '.', 'a@', 'a.', ' ', '"', 'e\u0301'],
    read: (text) => [
      isEmailAddress(text),
      isSameEmailAddress(text, `${text}a`),
      readEmail(text),
      readEmail(`a@${text}`),
      maySignUp({ kind: 'domains', domains: ['a.example'] }, `a@${text}`),
    ],
  },
  'the cursor of a list': {
    ...BODY,
    product: 'characters',
    workPerCharacter: 30,
    pieces: ['a', '.', 'MS5pbWdf', '-', '='],
    read: (text) => [hasCursorForm(text), readListCursor(text, ['a'])],
  },
  'keys of metadata': {
    ...BODY,
    product: 'keys, each cut to 60 characters',
    workPerCharacter: 40,
    pieces: ['a-#\n', 'A#\n', '_', '\n', '-', 'aB'],
    read: (text) => {
      const keys = text.split('\n').map((key) => [key, key]);
      return listFaults(findMetadataFaults, Object.fromEntries(keys));
    },
  },
  'the address of a client': {
    ...HEAD,
    bound: 'a socket’s address, or one that node:net takes as an address',
    product: 'groups of an address',
    workPerCharacter: 30,
    pieces: ['0:', '::', 'a', ':', '0'],
    read: networkOf,
  },
  'the file name of an upload': {
    ...BODY,
    product: 'characters',
    workPerCharacter: 30,
    pieces: ['/', 'a', '\u0000', '\ud800', '\ud83d\ude00', ' '],
    read: cleanFilename,
  },
} as const satisfies Readonly<Record<string, TextReader>>;
