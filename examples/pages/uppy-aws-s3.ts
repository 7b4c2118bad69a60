/** Uppy with @uppy/aws-s3, by configuration alone: up to 25 MB, straight to the storage. */
import AwsS3 from '@uppy/aws-s3';
import Uppy from '@uppy/core';
import { waitUntilServed } from 'imagewell-client';
import { driveUppy } from './drive-uppy.ts';
import { tell } from './page-parts.ts';
import { readSettings } from './read-settings.ts';

const { baseUrl, uploadKey } = await readSettings();
const temporaryImageUrls = new Map<string, string>();

async function createDirectUpload(fileId: string) {
  const { name, type, size } = uppy.getFile(fileId);
  const response = await fetch(`${baseUrl}/api/v1/create-direct-upload/${uploadKey}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ contentType: type, bytes: size, originalFilename: name }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.detail ?? answer.title);
  temporaryImageUrls.set(fileId, answer.temporaryImageUrl);
  return { url: answer.url, fields: answer.fields };
}

const uppy = new Uppy({ autoProceed: true });
uppy.use(AwsS3, {
  shouldUseMultipart: false,
  generateObjectKey: ({ id }) => id, // so that the next function knows whose form it asks for
  signRequest: ({ key }) => createDirectUpload(key),
});
driveUppy(uppy, async (fileId) => {
  const temporaryImageUrl = temporaryImageUrls.get(fileId) ?? '';
  tell('Checking …');
  // saving tells why it was refused
  await waitUntilServed(temporaryImageUrl).catch(() => undefined);
  return temporaryImageUrl;
});
uppy.on('upload-error', (_, error) => tell(`It was not uploaded: ${error.message}`));
