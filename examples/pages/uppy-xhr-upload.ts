/** Uppy with @uppy/xhr-upload, by configuration alone: up to 4.5 MB, through the API. */
import Uppy from '@uppy/core';
import XHRUpload from '@uppy/xhr-upload';
import { MAX_UPLOAD_BYTES } from 'imagewell-client';
import { driveUppy } from './drive-uppy.ts';
import { tell } from './page-parts.ts';
import { readSettings } from './read-settings.ts';

interface Answer {
  readonly temporaryImageUrl: string;
}

function readDetail(xhr: XMLHttpRequest | undefined): string | undefined {
  return xhr?.responseText ? JSON.parse(xhr.responseText).detail : undefined;
}

const { baseUrl, uploadKey } = await readSettings();
const uppy = new Uppy({
  autoProceed: true,
  restrictions: { maxFileSize: MAX_UPLOAD_BYTES },
}).use(XHRUpload, {
  endpoint: `${baseUrl}/api/v1/upload-temporary-image/${uploadKey}`,
  formData: false, // the body is the file itself
  headers: ({ name, type }) => ({
    'Content-Type': type,
    'X-Original-Filename': encodeURIComponent(name),
  }),
  shouldRetry: ({ status }) => status === 0 || status === 429 || status === 503,
});
driveUppy(uppy, async (_, body) => (body as Answer).temporaryImageUrl);
uppy.on('restriction-failed', (_, error) => tell(`It was not uploaded: ${error.message}`));
uppy.on('upload-error', (_, error, request) =>
  tell(`It was not uploaded: ${readDetail(request as XMLHttpRequest) ?? error.message}`),
);
