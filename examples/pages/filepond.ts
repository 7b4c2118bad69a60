/** FilePond, by configuration alone: up to 4.5 MB, through the API. */
import 'filepond/dist/filepond.css';
import { create } from 'filepond';
import { cancelButton, fileInput, showProgress, tell } from './page-parts.ts';
import { readSettings } from './read-settings.ts';
import { saveAndShow } from './save-and-show.ts';

interface ProcessError {
  readonly code: number;
  readonly body: string;
}

function reasonOf({ code, body }: ProcessError): string {
  return code === 0 ? 'no answer came' : body;
}

const nameHeader = (file: File) => ({ 'X-Original-Filename': encodeURIComponent(file.name) });

const { baseUrl, uploadKey } = await readSettings();
const pond = create(fileInput, {
  server: {
    process: {
      url: `${baseUrl}/api/v1/upload-temporary-image/${uploadKey}`,
      // the body is the file itself
      ondata: (form) => form.getAll('filepond').at(-1) as unknown as FormData,
      headers: nameHeader as never, // FilePond takes a function here, its types don't know
      onload: (text: string) => JSON.parse(text).temporaryImageUrl,
      onerror: (text: string) => (text ? (JSON.parse(text).detail ?? '') : ''),
    },
    revert: null, // a temporary image expires automatically
  },
  labelFileProcessingError: (error: unknown) => reasonOf(error as ProcessError),
});
cancelButton.disabled = false;
cancelButton.onclick = () => pond.getFile().abortProcessing();
pond.on('processfileprogress', (_, fraction: number) => showProgress(fraction));
pond.on('processfileabort', () => tell('Cancelled.'));
pond.on('processfile', (error: ProcessError | null, file) => {
  if (error) tell(`It was not uploaded: ${reasonOf(error)}`);
  else void saveAndShow(file.serverId);
});
