import type {
  CreateDirectUploadResult,
  CreateProjectUploadRequest,
  UploadTemporaryImageResult,
} from './generated/calls.ts';
import { postFields } from './post-upload.ts';
import { successful } from './reply.ts';
import { send } from './send.ts';
import { contentTypeOf, nameOf, sentReporter, type UploadOptions } from './upload-options.ts';
import { waitForUpload } from './wait-for-upload.ts';
import { withRetries } from './with-retries.ts';

/** JSON leaves out undefined fields. */
type Optional<T> = { readonly [Name in keyof T]: T[Name] | undefined };

function askForForm(options: UploadOptions): Promise<CreateDirectUploadResult> {
  const { file } = options;
  const asked: Optional<Omit<CreateProjectUploadRequest, 'projectId'>> = {
    contentType: contentTypeOf(options),
    bytes: file.size,
    originalFilename: nameOf(file),
  };
  return postFields(options, 'form', asked);
}

function fill(fields: Readonly<Record<string, string>>, file: Blob): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file); // S3 reads no field after it
  return form;
}

/** Uploads an image directly to the storage and waits for its validation. Repeating it is safe. */
export async function uploadDirectly(options: UploadOptions): Promise<UploadTemporaryImageResult> {
  const { file, signal, onProgress } = options;
  const { url, fields, temporaryImageUrl } = await askForForm(options);
  const body = fill(fields, file);
  const attempt = () => send({ url, body, signal, onSent: sentReporter(options) });
  await withRetries(async () => successful(await attempt()), options);
  const total = file.size;
  onProgress?.({ phase: 'checking', loaded: total, total, temporaryImageUrl });
  const checked = await waitForUpload({ ...options, temporaryImageUrl });
  return { temporaryImageUrl: checked.temporaryImageUrl, expiresAt: checked.expiresAt };
}
