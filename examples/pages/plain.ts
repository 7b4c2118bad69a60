/** Upload with imagewell-client alone. */
import { ImagewellError, uploadTemporaryImage } from 'imagewell-client';
import { cancelButton, fileInput, showProgress, tell } from './page-parts.ts';
import { readSettings } from './read-settings.ts';
import { saveAndShow } from './save-and-show.ts';

const settings = await readSettings();

async function upload(file: File, signal: AbortSignal): Promise<void> {
  const { temporaryImageUrl } = await uploadTemporaryImage({
    ...settings,
    file,
    signal,
    onProgress: ({ phase, loaded, total }) =>
      phase === 'sending' ? showProgress(loaded / total) : tell('Checking …'),
  });
  await saveAndShow(temporaryImageUrl);
}

fileInput.addEventListener('change', async () => {
  const [file] = fileInput.files ?? [];
  if (!file) return;
  const stop = new AbortController();
  cancelButton.disabled = false;
  cancelButton.onclick = () => stop.abort();
  try {
    await upload(file, stop.signal);
  } catch (error) {
    if (stop.signal.aborted) tell('Cancelled.');
    else if (error instanceof ImagewellError) tell(`It was not uploaded: ${error.detail}`);
    else throw error;
  } finally {
    cancelButton.disabled = true;
  }
});
tell('Choose an image.');
