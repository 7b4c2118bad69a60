import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Imagewell } from '../../client/src/create-imagewell.ts';
import type { UploadCredential } from '../../client/src/upload-options.ts';
import { uploadTemporaryImage } from '../../client/src/upload-temporary-image.ts';
import { CommandError } from '../command-error.ts';
import { CountedFile } from './counted-file.ts';
import { readImageType } from './image-type.ts';
import { inParallel } from './in-parallel.ts';
import type { ProgressBar } from './progress-bar.ts';

/** A file to upload. */
export interface MeasuredFile {
  readonly path: string;
  readonly size: number;
}

/** The outcome of one file. */
export type Outcome = { readonly file: string } & (
  | { readonly temporaryImageUrl: string; readonly expiresAt: string }
  | { readonly imageId: string; readonly imageUrl: string }
  | { readonly thrown: unknown }
);

export interface UploadPlan {
  readonly baseUrl: string;
  readonly credential: UploadCredential;
  /** Saves the uploaded images; by default they stay temporary. */
  readonly save: Imagewell['saveTemporaryImage'] | undefined;
  readonly metadata: Readonly<Record<string, string>>;
  readonly atOnce: number;
  readonly retries: number;
  readonly signal: AbortSignal;
}

/** The files that are named, each once; nothing is sent where one of them is none. */
export async function measureFiles(paths: readonly string[]): Promise<MeasuredFile[]> {
  const measure = async (path: string) => {
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) {
      throw new CommandError('usage', `${path} ${found ? 'is not a file' : 'does not exist'}.`);
    }
    return { path, size: found.size };
  };
  return Promise.all([...new Set(paths)].map(measure));
}

async function uploadFile(plan: UploadPlan, path: string, bar: ProgressBar) {
  const { baseUrl, credential, save, metadata, retries, signal } = plan;
  const bytes = await openAsBlob(path);
  const type = await readImageType(bytes);
  const file = new CountedFile([bytes], basename(path), type, (read) => bar.sent(path, read));
  const temporary = await uploadTemporaryImage({ baseUrl, ...credential, file, retries, signal });
  if (!save) return temporary;
  const { temporaryImageUrl } = temporary;
  return save({ temporaryImageUrl, metadata }, { retries, signal });
}

/** Uploads files, a few at a time; one that fails stops no other. */
export function uploadFiles(
  plan: UploadPlan,
  files: readonly MeasuredFile[],
  bar: ProgressBar,
): Promise<Outcome[]> {
  return inParallel(files, plan.atOnce, async ({ path, size }): Promise<Outcome> => {
    try {
      return { file: path, ...(await uploadFile(plan, path, bar)) };
    } catch (thrown) {
      return { file: path, thrown };
    } finally {
      bar.finished(path, size);
    }
  });
}
