import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { arrivingChunks, SlowBodyError } from '../http/arriving-chunks.ts';
import type { PaceClock } from '../http/body-pace.ts';
import { discardBody } from '../http/receive-body.ts';
import type { FormFields } from './check-form.ts';
import { S3Fault } from './s3-fault.ts';

/** The received part of a file that is not stored yet. */
export interface TakenFile {
  discard(): Promise<void>;
}
type TakeFile<T extends TakenFile> = (
  fields: FormFields,
  chunks: AsyncIterable<Uint8Array>,
) => Promise<T>;

/** S3 takes 20 KB before the file (Amazon S3 API reference, MaxPostPreDataLengthExceeded). */
const MAX_FIELD_BYTES = 20_000;
/** Maximum of discarded bytes before a client is disconnected. */
const MAX_LEFT_BYTES = 200_000_000;
const BOUNDS = {
  fieldNameSize: 200,
  fieldSize: MAX_FIELD_BYTES,
  fields: 100,
  headerPairs: 20,
  headerSize: 8_192,
};

/** One form on its way in. */
interface Form<T extends TakenFile> {
  readonly parser: InstanceType<typeof Busboy>;
  readonly fields: Map<string, string>;
  fieldBytes: number;
  file: Readable | undefined;
  taking: Promise<T | undefined> | undefined;
  fault: Error | undefined;
  /** Settles with the first fault. */
  readonly failed: PromiseWithResolvers<void>;
}

function fail<T extends TakenFile>(form: Form<T>, fault: Error): void {
  if (form.fault) return;
  form.fault = fault;
  form.file?.destroy(fault);
  form.failed.resolve();
}

/**
 * The parser emits this as an event, so it must never throw. The name of a part without one is
 * undefined, whatever its type says.
 */
function noteField<T extends TakenFile>(form: Form<T>, name: string | undefined, value: string) {
  if (form.taking) return; // S3 ignores what comes after the file
  if (name === undefined) return fail(form, new S3Fault('MalformedPOSTRequest'));
  form.fieldBytes += name.length + Buffer.byteLength(value);
  if (form.fieldBytes > MAX_FIELD_BYTES) fail(form, new S3Fault('MaxPostPreDataLengthExceeded'));
  form.fields.set(name.toLowerCase(), value);
}

function noteFile<T extends TakenFile>(form: Form<T>, file: Readable, take: TakeFile<T>): void {
  // its reader gets the error; a file without a reader needs none
  file.on('error', () => undefined);
  if (form.taking || form.fault) {
    file.resume();
    fail(form, new S3Fault('IncorrectNumberOfFilesInPostRequest'));
    return;
  }
  form.file = file;
  form.taking = take(form.fields, file).catch((error: Error) => {
    fail(form, error);
    return undefined;
  });
}

function openForm<T extends TakenFile>(request: IncomingMessage, take: TakeFile<T>): Form<T> {
  const { headers } = request;
  const parser = new Busboy({
    headers: headers as BusboyHeaders,
    isPartAFile: (name) => name?.toLowerCase() === 'file',
    limits: BOUNDS,
  });
  const form: Form<T> = {
    parser,
    fields: new Map(),
    fieldBytes: 0,
    file: undefined,
    taking: undefined,
    fault: undefined,
    failed: Promise.withResolvers(),
  };
  parser.on('field', (name, value) => noteField(form, name, value));
  parser.on('file', (_name, file) => noteFile(form, file, take));
  parser.on('fieldsLimit', () => fail(form, new S3Fault('MaxPostPreDataLengthExceeded')));
  parser.on('error', () => fail(form, new S3Fault('MalformedPOSTRequest')));
  return form;
}

/**
 * Gives the parser the body piece by piece, no faster than the file is taken; after a fault the
 * rest is read and left.
 */
async function feed<T extends TakenFile>(
  form: Form<T>,
  request: IncomingMessage,
  clock: PaceClock,
): Promise<void> {
  const { parser, failed } = form;
  let leftBytes = 0;
  for await (const chunk of arrivingChunks(request, clock)) {
    if (form.fault) {
      leftBytes += chunk.length;
      if (leftBytes > MAX_LEFT_BYTES) request.destroy(); // a body without an end
      continue; // read on: a client that is still sending would else see a reset
    }
    const hasRoom = Promise.withResolvers<void>();
    parser.write(chunk, () => hasRoom.resolve());
    await Promise.race([hasRoom.promise, failed.promise]);
  }
  if (form.fault) return;
  const { promise: hasEnded, resolve } = Promise.withResolvers<void>();
  parser.once('finish', resolve);
  parser.end();
  await Promise.race([hasEnded, failed.promise]);
}

/**
 * Reads a multipart form to its end, its file by `take`, which is called once at most and before a
 * byte of it is read. Throws an S3Fault of the first fault, or the error of `take`, with nothing
 * left of the file. It throws too if the client goes away.
 */
export async function receiveForm<T extends TakenFile>(
  request: IncomingMessage,
  clock: PaceClock,
  take: TakeFile<T>,
): Promise<T> {
  let form: Form<T>;
  try {
    form = openForm(request, take);
  } catch {
    await discardBody(request, clock);
    throw new S3Fault('MalformedPOSTRequest'); // a type without a boundary
  }
  await feed(form, request, clock).catch((error: Error) => {
    fail(form, error);
    // whatever was wrong before: its connection has to end
    if (error instanceof SlowBodyError) form.fault = error;
  });
  if (!form.taking) fail(form, new S3Fault('IncorrectNumberOfFilesInPostRequest'));
  const taken = await form.taking;
  if (taken && !form.fault) return taken;
  await taken?.discard();
  throw form.fault;
}
