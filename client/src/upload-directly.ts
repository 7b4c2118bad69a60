import type {
  CreateDirectUploadAnswer,
  CreateProjectUploadRequest,
  UploadTemporaryImageAnswer,
} from './generated/calls.ts';
import { postUpload } from './post-upload.ts';
import { successful } from './reply.ts';
import { send } from './send.ts';
import { contentTypeOf, nameOf, sentReporter, type UploadOptions } from './upload-options.ts';
import { waitForUpload } from './wait-for-upload.ts';
import { withRetries } from './with-retries.ts';

/** JSON leaves out undefined fields. */
type Optional<T> = { readonly [Name in keyof T]: T[Name] | undefined };

function askForForm(options: UploadOptions): Promise<CreateDirectUploadAnswer> {
  const { file, projectId } = options;
  const asked: Optional<CreateProjectUploadRequest> = {
    contentType: contentTypeOf(options),
    bytes: file.size,
    originalFilename: nameOf(file),
    projectId,
  };
  const headers = { 'Content-Type': 'application/json' };
  return postUpload(options, 'form', { headers, body: JSON.stringify(asked) });
}

function fill(fields: Readonly<Record<string, string>>, file: Blob): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file); // S3 reads no field after it
  return form;
}

/** Uploads an image directly to the storage and waits for its validation. Repeating it is safe. */
export async function uploadDirectly(options: UploadOptions): Promise<UploadTemporaryImageAnswer> {
  const { file, signal, onProgress } = options;
  const { url, fields, temporaryImageUrl: promised } = await askForForm(options);
  const body = fill(fields, file);
  const attempt = () => send({ url, body, signal, onSent: sentReporter(options) });
  await withRetries(async () => successful(await attempt()), options);
  const sent = { loaded: file.size, total: file.size, temporaryImageUrl: promised };
  onProgress?.({ phase: 'checking', ...sent });
  const waiting = { ...options, temporaryImageUrl: promised };
  const { temporaryImageUrl, expiresAt } = await waitForUpload(waiting);
  return { temporaryImageUrl, expiresAt };
}
