import type { UploadTemporaryImageResult } from './generated/calls.ts';
import { MAX_UPLOAD_BYTES } from './generated/upload-rules.ts';
import { postUpload } from './post-upload.ts';
import { uploadDirectly } from './upload-directly.ts';
import { contentTypeOf, nameOf, sentReporter, type UploadOptions } from './upload-options.ts';

function uploadThroughApi(options: UploadOptions): Promise<UploadTemporaryImageResult> {
  const { file, projectId } = options;
  const name = nameOf(file);
  const named = name === undefined ? {} : { 'X-Original-Filename': encodeURIComponent(name) };
  const ofProject = projectId === undefined ? {} : { 'X-Project-Id': projectId };
  const headers = { 'Content-Type': contentTypeOf(options), ...named, ...ofProject };
  return postUpload(options, 'bytes', { headers, body: file, onSent: sentReporter(options) });
}

/**
 * Uploads a temporary image, a large one directly to the storage. Throws an ImagewellError on
 * failure, and the reason of an aborted signal.
 */
export function uploadTemporaryImage(options: UploadOptions): Promise<UploadTemporaryImageResult> {
  const isLarge = options.file.size > MAX_UPLOAD_BYTES;
  return isLarge ? uploadDirectly(options) : uploadThroughApi(options);
}
