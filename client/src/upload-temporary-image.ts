import { apiUrl } from './api-url.ts';
import type { UploadTemporaryImageAnswer } from './generated/calls.ts';
import { MAX_UPLOAD_BYTES } from './generated/upload-rules.ts';
import { answerOf } from './reply.ts';
import { send } from './send.ts';
import { uploadDirectly } from './upload-directly.ts';
import { nameOf, sentReporter, type UploadOptions } from './upload-options.ts';
import { uploadTarget } from './upload-target.ts';
import { withRetries } from './with-retries.ts';

async function uploadThroughApi(options: UploadOptions): Promise<UploadTemporaryImageAnswer> {
  const { baseUrl, file, contentType = file.type, signal } = options;
  const { bytesPath, projectId, headers: credential } = uploadTarget(options);
  const url = apiUrl(baseUrl, bytesPath);
  const name = nameOf(file);
  const named = name === undefined ? {} : { 'X-Original-Filename': encodeURIComponent(name) };
  const ofProject = projectId === undefined ? {} : { 'X-Project-Id': projectId };
  const fixed = { 'Content-Type': contentType, ...named, ...ofProject };
  const onSent = sentReporter(options);
  const attempt = async () => {
    const headers = { ...fixed, ...(await credential()) };
    return send({ url, headers, body: file, signal, onSent });
  };
  return withRetries(async () => answerOf(await attempt()), options);
}

/**
 * Uploads a temporary image, a large one directly to the storage. Throws an ImagewellError on
 * failure, and the reason of an aborted signal.
 */
export function uploadTemporaryImage(options: UploadOptions): Promise<UploadTemporaryImageAnswer> {
  const isLarge = options.file.size > MAX_UPLOAD_BYTES;
  return isLarge ? uploadDirectly(options) : uploadThroughApi(options);
}
