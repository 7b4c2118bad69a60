import type { Uppy } from '@uppy/core';
import { cancelButton, fileInput, showProgress, tell } from './page-parts.ts';
import { saveAndShow } from './save-and-show.ts';

/** Connects an Uppy, whatever uploads for it, with the parts of the page. */
export function driveUppy(
  uppy: Uppy,
  temporaryImageUrlOf: (fileId: string, body: unknown) => Promise<string>,
): void {
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
  uppy.on('upload-success', async (file, { body }) => {
    cancelButton.disabled = true;
    await saveAndShow(await temporaryImageUrlOf(file?.id ?? '', body)).catch((error) =>
      tell(`It was not uploaded: ${error.detail ?? error.message}`),
    );
  });
}
