/** FilePond with the client's server: up to 25 MB, each file on the way that its size needs. */
import 'filepond/dist/filepond.css';
import { create } from 'filepond';
import { createFilePondServer } from 'imagewell-client/filepond';
import { cancelButton, fileInput, showProgress, tell } from './page-parts.ts';
import { readSettings } from './read-settings.ts';
import { saveAndShow } from './save-and-show.ts';

interface ProcessError {
  readonly body: string;
}

const pond = create(fileInput, {
  server: createFilePondServer(await readSettings()),
  labelFileProcessingError: (error: unknown) => (error as ProcessError).body,
});
cancelButton.disabled = false;
cancelButton.onclick = () => pond.getFile().abortProcessing();
pond.on('processfileprogress', (_, fraction: number) => showProgress(fraction));
pond.on('processfileabort', () => tell('Cancelled.'));
pond.on('processfile', (error: ProcessError | null, file) => {
  if (error) tell(`It was not uploaded: ${error.body}`);
  else void saveAndShow(file.serverId);
});
