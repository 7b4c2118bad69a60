import { isIP } from 'node:net';
import { text } from 'node:stream/consumers';
import { parseXML } from '@aws-sdk/xml-builder';
import type { HttpResponse } from '@smithy/core/protocols';
import { AwsClient, commandClass, type Fields } from './aws-client.ts';
import {
  type AwsRequest,
  awsError,
  type Caller,
  type ClientSettings,
  createCaller,
  type ErrorBody,
} from './call-aws.ts';
import { checkedBody, crc32Of } from './checked-body.ts';

interface Context {
  readonly caller: Caller;
  readonly forcePathStyle: boolean;
}

/** The client of S3, for the commands that the functions send. */
export class S3Client extends AwsClient<Context> {
  constructor({
    forcePathStyle = false,
    ...settings
  }: ClientSettings & { readonly forcePathStyle?: boolean } = {}) {
    super('S3Client', { caller: createCaller('s3', settings), forcePathStyle });
  }
}

/** Amazon S3 API reference, "Error responses": for a response without a code of its own. */
const NAMES: Readonly<Record<number, string>> = {
  301: 'PermanentRedirect',
  304: 'NotModified',
  403: 'Forbidden',
  404: 'NotFound',
  412: 'PreconditionFailed',
  429: 'SlowDown',
  500: 'InternalError',
};

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function listOf(value: unknown): readonly Fields[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map(fieldsOf);
}

/** The content of an XML document's first element; nothing for a text that is none. */
function parsedXml(body: string): Fields {
  if (!/^\s*</.test(body)) return {};
  try {
    return fieldsOf(parseXML(body));
  } catch {
    return {}; // a proxy's page
  }
}

function readError(body: string, { statusCode }: HttpResponse): ErrorBody {
  const { Code, Message } = fieldsOf(parsedXml(body).Error ?? {});
  const unnamed = NAMES[statusCode] ?? (statusCode >= 500 ? 'ServiceUnavailable' : `${statusCode}`);
  return {
    name: Code === undefined ? unnamed : String(Code),
    message: String(Message ?? `S3 answered ${statusCode}`),
  };
}

/**
 * The document of a response. A call that fails after its status was sent has status 200 and an
 * error as its document (Amazon S3 API reference, CopyObject). It is retried like a 503.
 */
async function readXml(response: HttpResponse): Promise<Fields> {
  const document = parsedXml(await text(response.body));
  if (document.Error === undefined) return document;
  const { Code = 'InternalError', Message = '' } = fieldsOf(document.Error);
  const failed = Object.assign(response, { statusCode: 503 });
  throw awsError(failed, { name: String(Code), message: String(Message) });
}

function hexOf(sign: string): string {
  return sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');
}

/** RFC 3986: also the characters that encodeURIComponent leaves. */
function encoded(text_: string): string {
  return encodeURIComponent(text_).replace(/[!'()*]/g, (sign) => `%${hexOf(sign)}`);
}

const BUCKET_IN_HOST = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;

/** The address of a bucket or of an object in it. The bucket is in the host's name if it may be. */
function placeOf(
  { caller, forcePathStyle }: Context,
  { Bucket, Key }: Fields,
): Pick<AwsRequest, 'path' | 'hostLabel'> {
  const bucket = String(Bucket);
  const path = Key === undefined ? '/' : `/${String(Key).split('/').map(encoded).join('/')}`;
  const host = caller.address().hostname.replace(/^\[|\]$/g, '');
  const isInHost = !forcePathStyle && isIP(host) === 0 && BUCKET_IN_HOST.test(bucket);
  if (isInHost) return { path, hostLabel: bucket };
  return { path: `/${bucket}${path}` };
}

/** Headers by their values, without those that are not given. */
function headersOf(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

/** S3 compares it with the body before it stores or removes anything. */
function checksumHeaders(body: string | Uint8Array): Record<string, string> {
  return { 'x-amz-sdk-checksum-algorithm': 'CRC32', 'x-amz-checksum-crc32': crc32Of(body) };
}

/** From this size, S3 may refuse a body before it is sent: 2 MiB, as in the SDK. */
const ASKED_FIRST_BYTES = 2 * 1024 * 1024;

const nothing = async ({ body }: HttpResponse): Promise<Fields> => {
  await text(body); // a connection is free for the next call when its response is read
  return {};
};

export const PutObjectCommand = /* @__PURE__ */ commandClass<Context>(
  'PutObject',
  (context, { Body, ContentType, IfNoneMatch, ...place }) => {
    const body = Body as string | Uint8Array;
    const headers = headersOf({
      'content-type': ContentType ?? 'application/octet-stream',
      'if-none-match': IfNoneMatch,
      expect: Buffer.byteLength(body) >= ASKED_FIRST_BYTES ? '100-continue' : undefined,
      ...checksumHeaders(body),
    });
    const request = {
      method: 'PUT',
      ...placeOf(context, place),
      query: { 'x-id': 'PutObject' },
      headers,
      body,
    };
    return context.caller.call(request, { read: nothing, readError });
  },
);

export const GetObjectCommand = /* @__PURE__ */ commandClass<Context>(
  'GetObject',
  (context, { IfMatch, Range, ...place }) => {
    const headers = headersOf({
      'if-match': IfMatch,
      range: Range,
      'x-amz-checksum-mode': 'ENABLED',
    });
    const query = { 'x-id': 'GetObject' };
    const request = { method: 'GET', ...placeOf(context, place), query, headers };
    const read = async (response: HttpResponse) => {
      const length = response.headers['content-length'];
      const ContentLength = length === undefined ? undefined : Number(length);
      return { Body: checkedBody(response), ContentLength };
    };
    return context.caller.call(request, { read, readError });
  },
);

export const CopyObjectCommand = /* @__PURE__ */ commandClass<Context>(
  'CopyObject',
  (context, { CopySource, ...place }) => {
    const headers = headersOf({ 'x-amz-copy-source': CopySource });
    const query = { 'x-id': 'CopyObject' };
    const request = { method: 'PUT', ...placeOf(context, place), query, headers };
    return context.caller.call(request, { read: readXml, readError });
  },
);

export const DeleteObjectCommand = /* @__PURE__ */ commandClass<Context>(
  'DeleteObject',
  (context, place) => {
    const query = { 'x-id': 'DeleteObject' };
    const request = { method: 'DELETE', ...placeOf(context, place), query, headers: {} };
    return context.caller.call(request, { read: nothing, readError });
  },
);

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A text in XML; control characters as numbers, because a parser may change them. */
function escaped(value: unknown): string {
  return String(value)
    .replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? '')
    .replace(/[\r\n\u0085\u2028]/g, (sign) => `&#x${hexOf(sign)};`);
}

const DELETE_START =
  '<?xml version="1.0" encoding="UTF-8"?><Delete xmlns="http://s3.amazonaws.com/doc/2006-03-01/">';

function objectElement({ Key, VersionId }: Fields): string {
  const version = VersionId === undefined ? '' : `<VersionId>${escaped(VersionId)}</VersionId>`;
  return `<Object><Key>${escaped(Key)}</Key>${version}</Object>`;
}

export const DeleteObjectsCommand = /* @__PURE__ */ commandClass<Context>(
  'DeleteObjects',
  async (context, { Delete, ...place }) => {
    const { Objects, Quiet } = fieldsOf(Delete);
    const objects = (Objects as Fields[]).map(objectElement).join('');
    const body = `${DELETE_START}${objects}<Quiet>${Quiet === true}</Quiet></Delete>`;
    const headers = { 'content-type': 'application/xml', ...checksumHeaders(body) };
    const query = { delete: '' };
    const request = { method: 'POST', ...placeOf(context, place), query, headers, body };
    const document = await context.caller.call(request, { read: readXml, readError });
    const { Error: errors } = fieldsOf(document.DeleteResult);
    return errors === undefined ? {} : { Errors: listOf(errors) };
  },
);

export const ListObjectVersionsCommand = /* @__PURE__ */ commandClass<Context>(
  'ListObjectVersions',
  async (context, { Prefix, KeyMarker, VersionIdMarker, ...place }) => {
    const markers = { prefix: Prefix, 'key-marker': KeyMarker };
    const query = headersOf({ versions: '', ...markers, 'version-id-marker': VersionIdMarker });
    const request = { method: 'GET', ...placeOf(context, place), query, headers: {} };
    const document = await context.caller.call(request, { read: readXml, readError });
    const { Version, DeleteMarker, IsTruncated, NextKeyMarker, NextVersionIdMarker } = fieldsOf(
      document.ListVersionsResult,
    );
    return {
      Versions: listOf(Version),
      DeleteMarkers: listOf(DeleteMarker),
      IsTruncated: IsTruncated === 'true',
      NextKeyMarker: NextKeyMarker || undefined,
      NextVersionIdMarker: NextVersionIdMarker || undefined,
    };
  },
);
