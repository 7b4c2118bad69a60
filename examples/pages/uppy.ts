/** Uppy with the client's uploader: up to 25 MB, each file on the way that its size needs. */
import Uppy from '@uppy/core';
import { ImagewellUpload } from 'imagewell-client/uppy';
import { cancelButton, fileInput, showProgress, tell } from './page-parts.ts';
import { readSettings } from './read-settings.ts';
import { saveAndShow } from './save-and-show.ts';

const uppy = new Uppy({ autoProceed: true }).use(ImagewellUpload, await readSettings());

fileInput.addEventListener('change', () => {
  const [data] = fileInput.files ?? [];
  if (!data) return;
  uppy.clear();
  cancelButton.disabled = false;
  uppy.addFile({ name: data.name, type: data.type, data });
});
cancelButton.onclick = () => uppy.cancelAll();
uppy.on('cancel-all', () => tell('Cancelled.'));
uppy.on('upload-progress', (_, { bytesUploaded, bytesTotal }) =>
  showProgress(bytesUploaded / (bytesTotal ?? 1)),
);
uppy.on('upload-success', (_, { uploadURL }) => {
  cancelButton.disabled = true;
  void saveAndShow(uploadURL ?? '');
});
uppy.on('upload-error', (_, { message }) => tell(`It was not uploaded: ${message}`));
