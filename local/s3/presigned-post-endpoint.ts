import type { IncomingMessage } from 'node:http';
import type {
  IncomingFolder,
  IncomingObject,
  IncomingWrite,
} from '../../adapters/folder/incoming-objects.ts';
import { StorageFaultError } from '../../core/foundation/storage-fault.ts';
import { mediaTypeOf } from '../../core/images/upload-type.ts';
import { SlowBodyError } from '../http/arriving-chunks.ts';
import type { PaceClock } from '../http/body-pace.ts';
import type { PlainAnswer } from '../http/problem-answer.ts';
import { discardBody } from '../http/receive-body.ts';
import { checkForm, type FormFields, type FormSigner, type GrantedWrite } from './check-form.ts';
import { receiveForm, type TakenFile } from './receive-form.ts';
import { answerFault, S3Fault } from './s3-fault.ts';

export interface PresignedPostOptions {
  readonly signer: FormSigner;
  readonly incoming: IncomingFolder;
  /** Of the floor for slow bodies. */
  readonly clock: PaceClock;
  /** An object is in its place. */
  onArrival(object: IncomingObject): void;
}

interface Taken extends TakenFile {
  readonly write: IncomingWrite;
  readonly granted: GrantedWrite;
}

/**
 * The rule of the incoming bucket in the cloud: pages of any origin. The project's list was checked
 * when they requested the form.
 */
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Location',
  Vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
};
const NOTHING = Buffer.alloc(0);

function answerPreflight({ headers }: IncomingMessage, requestId: string): PlainAnswer {
  const requested = headers['access-control-request-method'];
  if (headers.origin === undefined || requested !== 'POST') {
    return answerFault(new S3Fault('AccessDenied', 'CORSResponse: not allowed.'), requestId);
  }
  const names = headers['access-control-request-headers'];
  return {
    statusCode: 200,
    headers: {
      ...CORS,
      'Access-Control-Allow-Methods': 'POST',
      'Access-Control-Max-Age': '600',
      ...(names ? { 'Access-Control-Allow-Headers': names } : {}),
    },
    body: NOTHING,
  };
}

async function takeChunks(
  write: IncomingWrite,
  chunks: AsyncIterable<Uint8Array>,
  { minBytes, maxBytes }: GrantedWrite,
): Promise<void> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new S3Fault('EntityTooLarge');
    await write.write(chunk);
  }
  if (bytes < minBytes) throw new S3Fault('EntityTooSmall');
}

async function takeFile(
  { signer, incoming }: PresignedPostOptions,
  fields: FormFields,
  chunks: AsyncIterable<Uint8Array>,
): Promise<Taken> {
  const granted = checkForm(fields, signer, Date.now());
  const write = await incoming.start();
  try {
    await takeChunks(write, chunks, granted);
  } catch (error) {
    await write.discard();
    throw error;
  }
  return { write, granted, discard: () => write.discard() };
}

async function takeForm(
  options: PresignedPostOptions,
  request: IncomingMessage,
): Promise<PlainAnswer> {
  const take = (fields: FormFields, chunks: AsyncIterable<Uint8Array>) =>
    takeFile(options, fields, chunks);
  const { write, granted } = await receiveForm(request, options.clock, take);
  const { temporaryImageId } = granted;
  const etag = await write.finish(temporaryImageId);
  options.onArrival({ temporaryImageId, etag });
  return { statusCode: 204, headers: { ETag: `"${etag}"` }, body: NOTHING };
}

/** S3 ends the connection too. */
function answerTooSlow(requestId: string): PlainAnswer {
  const answer = answerFault(new S3Fault('RequestTimeout'), requestId);
  return { ...answer, headers: { ...answer.headers, Connection: 'close' } };
}

async function answerMethod(
  options: PresignedPostOptions,
  request: IncomingMessage,
  requestId: string,
): Promise<PlainAnswer> {
  if (request.method === 'POST') {
    if (mediaTypeOf(request.headers['content-type']) === 'multipart/form-data') {
      return takeForm(options, request);
    }
  }
  await discardBody(request, options.clock);
  if (request.method === 'OPTIONS') return answerPreflight(request, requestId);
  throw new S3Fault(request.method === 'POST' ? 'PreconditionFailed' : 'MethodNotAllowed');
}

/**
 * S3's part: takes the forms of direct uploads and answers as S3 does. Throws where the client goes
 * away.
 */
export async function answerPresignedPost(
  options: PresignedPostOptions,
  request: IncomingMessage,
  requestId: string,
): Promise<PlainAnswer> {
  const isCors = request.headers.origin !== undefined && request.method !== 'OPTIONS';
  const withCors = (answer: PlainAnswer): PlainAnswer =>
    isCors ? { ...answer, headers: { ...CORS, ...answer.headers } } : answer;
  try {
    return withCors(await answerMethod(options, request, requestId));
  } catch (error) {
    if (error instanceof SlowBodyError) return withCors(answerTooSlow(requestId));
    const fault = error instanceof StorageFaultError ? new S3Fault('ServiceUnavailable') : error;
    if (!(fault instanceof S3Fault)) throw error;
    return withCors(answerFault(fault, requestId));
  }
}
