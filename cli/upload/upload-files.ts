import type { Imagewell } from '../../client/src/create-imagewell.ts';
import { ImagewellError } from '../../client/src/imagewell-error.ts';
import type { UploadCredential } from '../../client/src/upload-options.ts';
import { uploadTemporaryImage } from '../../client/src/upload-temporary-image.ts';
import { CountedFile } from './counted-file.ts';
import type { FoundFile } from './find-files.ts';
import { inParallel } from './in-parallel.ts';
import { openFile } from './open-file.ts';
import type { Uploaded, UploadState } from './upload-state.ts';

/** How a file ended; one that was cut off has no outcome. */
export type Outcome =
  | { readonly uploaded: Uploaded; readonly isEarlier: boolean }
  | { readonly thrown: unknown };

/** The signals of one run. */
export interface Stops {
  /** Aborts when no further file is to be begun, with the reason. */
  readonly beginning: AbortSignal;
  /** Aborts when the bytes in progress are not worth waiting for. */
  readonly sending: AbortSignal;
  /** Aborts when not even a save is waited for. */
  readonly saving: AbortSignal;
}

export interface UploadPlan {
  readonly baseUrl: string;
  readonly credential: UploadCredential;
  /** Null where the key says which project it is. */
  readonly projectId: string | null;
  /** Saves the uploaded images; by default they stay temporary. */
  readonly save: Imagewell['saveTemporaryImage'] | undefined;
  readonly metadata: Readonly<Record<string, string>>;
  /** Undefined: as the project has it. */
  readonly visibility?: 'private';
  readonly atOnce: number;
  readonly retries: number;
}

/** Hears of each file. */
export interface Listener {
  sent(path: string, bytes: number): void;
  ended(file: FoundFile, outcome: Outcome): void;
  /** Of an uploaded file that the state file did not take. */
  notRecorded(thrown: unknown): void;
}

type Received = Extract<Uploaded, { readonly temporaryImageUrl: string }>;

/** A plan under way. */
export type Run = UploadPlan & {
  readonly stops: Stops;
  readonly state: UploadState | undefined;
  readonly listener: Listener;
};

async function send(run: Run, { path }: FoundFile): Promise<Received> {
  const { baseUrl, credential, retries, stops, listener } = run;
  const { bytes, name, type } = await openFile(path);
  const onRead = (read: number) => listener.sent(path, read);
  const file = new CountedFile([bytes], name, type, onRead);
  const signal = stops.sending;
  return uploadTemporaryImage({ baseUrl, ...credential, file, retries, signal });
}

async function save(run: Run, { temporaryImageUrl }: Received): Promise<Uploaded> {
  const { metadata, visibility, retries, stops } = run;
  if (!run.save) throw new TypeError('nothing is saved');
  const { imageId, imageUrl } = await run.save(
    { temporaryImageUrl, metadata, ...(visibility && { visibility }) },
    { retries, signal: stops.saving },
  );
  return { imageId, imageUrl };
}

/** The image that a temporary image was saved as before, with other metadata. */
function savedBefore(error: unknown): Uploaded | undefined {
  if (!(error instanceof ImagewellError) || error.code !== 'already_saved') return undefined;
  const { imageId, imageUrl } = (error.problem ?? {}) as Readonly<Record<string, unknown>>;
  const isKnown = typeof imageId === 'string' && typeof imageUrl === 'string';
  return isKnown ? { imageId, imageUrl } : undefined;
}

/**
 * A save that was cut off is repeated, which makes no second image; undefined where the temporary
 * image is gone.
 */
async function saveAgain(run: Run, received: Uploaded): Promise<Uploaded | undefined> {
  if (!run.save || !('temporaryImageUrl' in received)) return undefined;
  try {
    return await save(run, received);
  } catch (error) {
    const isGone = error instanceof ImagewellError && [404, 410].includes(error.status);
    const saved = savedBefore(error);
    if (saved || isGone) return saved;
    throw error;
  }
}

async function uploadFile(run: Run, file: FoundFile): Promise<Outcome> {
  const { state } = run;
  const earlier = await state?.earlier(file);
  if (earlier && 'done' in earlier) return { uploaded: earlier.done, isEarlier: true };
  const repeated = earlier && (await saveAgain(run, earlier.received));
  if (repeated) return { uploaded: repeated, isEarlier: false };
  const received = await send(run, file);
  if (!run.save) return { uploaded: received, isEarlier: false };
  await state?.record(file, 'received', received);
  return { uploaded: await save(run, received), isEarlier: false };
}

async function finish({ listener, state, stops }: Run, file: FoundFile, ended: Promise<Outcome>) {
  const outcome = await ended.catch((thrown: unknown) => ({ thrown }));
  const cutOffs = [stops.sending, stops.saving].filter(({ aborted }) => aborted);
  if ('thrown' in outcome && cutOffs.some(({ reason }) => reason === outcome.thrown)) return;
  listener.ended(file, outcome); // before anything else can fail: the image exists
  if ('thrown' in outcome || outcome.isEarlier) return;
  await state?.record(file, 'done', outcome.uploaded).catch(listener.notRecorded);
}

/** Uploads files, a few at a time; one that fails stops no other. */
export async function uploadFiles(run: Run, files: AsyncIterable<FoundFile>): Promise<void> {
  const { atOnce, stops } = run;
  await inParallel(files, { atOnce, signal: stops.beginning }, (file) =>
    finish(run, file, uploadFile(run, file)),
  );
}
