import { apiUrl } from './api-url.ts';
import type {
  CreateDirectUploadAnswer,
  CreateProjectUploadRequest,
  UploadTemporaryImageAnswer,
} from './generated/calls.ts';
import { answerOf, successful } from './reply.ts';
import { send } from './send.ts';
import { nameOf, sentReporter, type UploadOptions } from './upload-options.ts';
import { uploadTarget } from './upload-target.ts';
import { waitUntilServed } from './wait-until-served.ts';
import { withRetries } from './with-retries.ts';

function askForForm(options: UploadOptions): Promise<CreateDirectUploadAnswer> {
  const { baseUrl, file, contentType = file.type, signal } = options;
  const { formPath, projectId, headers: credential } = uploadTarget(options);
  const url = apiUrl(baseUrl, formPath);
  const originalFilename = nameOf(file);
  const named = originalFilename === undefined ? {} : { originalFilename };
  const ofProject = projectId === undefined ? {} : { projectId };
  const asked: CreateProjectUploadRequest = {
    contentType,
    bytes: file.size,
    ...named,
    ...ofProject,
  };
  const attempt = async () => {
    const headers = { 'Content-Type': 'application/json', ...(await credential()) };
    return send({ url, headers, body: JSON.stringify(asked), signal });
  };
  return withRetries(async () => answerOf(await attempt()), options);
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
  const { url, fields, temporaryImageUrl, expiresAt } = await askForForm(options);
  const body = fill(fields, file);
  const attempt = () => send({ url, body, signal, onSent: sentReporter(options) });
  await withRetries(async () => successful(await attempt()), options);
  onProgress?.({ phase: 'checking', loaded: file.size, total: file.size });
  await waitUntilServed(temporaryImageUrl, { signal });
  return { temporaryImageUrl, expiresAt };
}
