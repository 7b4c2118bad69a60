import { BasePlugin, type Body, type Meta, type Uppy, type UppyFile } from '@uppy/core';
import { ImagewellError } from '../imagewell-error.ts';
import type { UploadCredential, UploadProgress } from '../upload-options.ts';
import { uploadTemporaryImage } from '../upload-temporary-image.ts';
import type { RetryOptions } from '../with-retries.ts';

export type ImagewellUploadOptions = UploadCredential &
  Pick<RetryOptions, 'retries'> & {
    /** The base URL of the API, with its stage. */
    readonly baseUrl: string;
    /** The name of the plugin in this Uppy. */
    readonly id?: string;
    /** The number of files that are sent at the same time: 3 by default. */
    readonly concurrency?: number;
  };

const DEFAULT_CONCURRENCY = 3;

/** An error whose message users may read. */
function errorOf(cause: unknown): Error {
  return cause instanceof ImagewellError ? new Error(cause.detail, { cause }) : (cause as Error);
}

/**
 * The uploader of an Uppy: `uppy.use(ImagewellUpload, { baseUrl, uploadKey })`. Files go through
 * the API or, if large, directly to the storage. `upload-success` has `temporaryImageUrl` and
 * `expiresAt` in its body, and the same URL as `uploadURL`.
 */
export class ImagewellUpload<M extends Meta, B extends Body> extends BasePlugin<
  ImagewellUploadOptions,
  M,
  B
> {
  constructor(uppy: Uppy<M, B>, options: ImagewellUploadOptions) {
    super(uppy, options);
    this.id = options.id ?? 'ImagewellUpload';
    this.type = 'uploader';
  }

  override install(): void {
    this.uppy.addUploader(this.#uploadAll);
  }

  override uninstall(): void {
    this.uppy.removeUploader(this.#uploadAll);
  }

  readonly #uploadAll = async (ids: string[]): Promise<void> => {
    const files = this.uppy
      .getFilesByIds(ids)
      .filter(({ error, progress }) => !error && !progress.uploadComplete);
    this.uppy.emit('upload-start', files);
    const waiting = files.values();
    const work = async () => {
      for (const file of waiting) await this.#upload(file);
    };
    const { concurrency = DEFAULT_CONCURRENCY } = this.opts;
    await Promise.all(Array.from({ length: concurrency }, work));
  };

  async #upload(file: UppyFile<M, B>): Promise<void> {
    const { uppy } = this;
    if (!uppy.getFilesByIds([file.id])[0]) return; // removed while it waited
    const stop = new AbortController();
    const stopAll = () => stop.abort();
    const stopOne = ({ id }: { readonly id: string }) => id === file.id && stop.abort();
    uppy.on('cancel-all', stopAll);
    uppy.on('file-removed', stopOne);
    try {
      const body = await this.#send(file, stop.signal);
      const uploadURL = body.temporaryImageUrl;
      const answer = { status: 200, body: body as unknown as B, uploadURL };
      uppy.emit('upload-success', uppy.getFile(file.id), answer);
    } catch (error) {
      if (!stop.signal.aborted) uppy.emit('upload-error', uppy.getFile(file.id), errorOf(error));
    } finally {
      uppy.off('cancel-all', stopAll);
      uppy.off('file-removed', stopOne);
    }
  }

  #send({ id, name, type, data }: UppyFile<M, B>, signal: AbortSignal) {
    // a Blob has no name, and Uppy may know a better one than the file
    if (!(data instanceof Blob)) throw new TypeError('Only files of this device are uploaded.');
    const { uppy, opts } = this;
    const uploadStarted = Date.now();
    const onProgress = ({ loaded, total }: UploadProgress) => {
      const progress = { uploadStarted, bytesUploaded: loaded, bytesTotal: total };
      uppy.emit('upload-progress', uppy.getFile(id), progress);
    };
    const file = new File([data], name ?? '', { type: type ?? data.type });
    return uploadTemporaryImage({ ...opts, file, signal, onProgress });
  }
}
