import { createImagewell } from '../../client/src/create-imagewell.ts';
import { CommandError } from '../command-error.ts';
import { required, type Session } from '../session.ts';
import {
  describeFailures,
  describeUploads,
  outcomeFacts,
  uploadExitCode,
} from '../upload/describe-outcomes.ts';
import { progressBar } from '../upload/progress-bar.ts';
import { measureFiles, type UploadPlan, uploadFiles } from '../upload/upload-files.ts';
import type { AddCommands } from './add-commands.ts';
import { pairs, wholeNumber } from './option-values.ts';

interface UploadOptions {
  readonly metadata?: Readonly<Record<string, string>>;
  readonly temporary?: boolean;
  readonly parallel: number;
  readonly retries: number;
}

const EXAMPLES = `
Examples:
  imagewell upload --project shop bridge.jpg
  IMAGEWELL_UPLOAD_KEY=upl_… IMAGEWELL_API_KEY=private_… imagewell upload --url https://api.example.com/prod *.jpg
  imagewell upload --data .data bridge.jpg --metadata alt_text="A red bridge"`;

const KEY = 'An API key, to save the uploaded images (not needed with --temporary),';
const NO_METADATA = 'A temporary image has no metadata: omit --temporary or --metadata.';

/** Ctrl-C ends what is under way; what was uploaded by then is told. */
async function interruptible<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const interrupt = () => stop.abort(new CommandError('interrupted', 'Interrupted.'));
  process.once('SIGINT', interrupt);
  try {
    return await run(stop.signal);
  } finally {
    process.off('SIGINT', interrupt);
  }
}

type Uploader = Pick<UploadPlan, 'credential' | 'save'>;

async function userOf(session: Session): Promise<Uploader> {
  const { saveTemporaryImage } = await session.people();
  const projectId = await session.projectId();
  return {
    credential: { accessToken: session.accessToken, projectId },
    save: (request, options) => saveTemporaryImage({ ...request, projectId }, options),
  };
}

/** By the keys at hand, unless a user or a project is named or there is no key. */
async function uploaderOf(session: Session, isTemporary: boolean): Promise<Uploader> {
  const { token, email, project } = session.options();
  const { baseUrl, uploadKey, apiKey } = await session.service();
  const isPerson = token !== undefined || email !== undefined || project !== undefined;
  if (isPerson || !(uploadKey || apiKey)) return userOf(session);
  if (isTemporary && uploadKey) return { credential: { uploadKey }, save: undefined };
  const savingKey = required(apiKey, 'IMAGEWELL_API_KEY', KEY);
  return {
    credential: uploadKey ? { uploadKey } : { apiKey: savingKey },
    save: createImagewell({ baseUrl, apiKey: savingKey }).saveTemporaryImage,
  };
}

async function planOf(
  session: Session,
  options: UploadOptions,
): Promise<Omit<UploadPlan, 'signal'>> {
  const { metadata = {}, temporary = false, parallel: atOnce, retries } = options;
  if (temporary && options.metadata) throw new CommandError('usage', NO_METADATA);
  const { baseUrl } = await session.service();
  const { credential, save } = await uploaderOf(session, temporary);
  return { baseUrl, credential, save: temporary ? undefined : save, metadata, atOnce, retries };
}

async function upload(session: Session, paths: readonly string[], options: UploadOptions) {
  const { machine } = session;
  const isJson = session.options().json === true;
  const files = await measureFiles(paths);
  const plan = await planOf(session, options);
  const bar = await progressBar(machine, files, isJson);
  const run = (signal: AbortSignal) => uploadFiles({ ...plan, signal }, files, bar);
  const outcomes = await interruptible(run).finally(() => bar.stop());
  session.print({ files: outcomeFacts(outcomes) }, () => describeUploads(outcomes));
  if (!isJson) for (const words of describeFailures(outcomes, machine.stderr)) session.tell(words);
  session.endWith(uploadExitCode(outcomes));
}

/** `upload FILE…`. */
export const addUploadCommand: AddCommands = (program, session) => {
  const retries = 'number of retries after a failed connection, 429 or 503';
  program.commandsGroup('Images:');
  program
    .command('upload')
    .description(
      'upload images, save them and print their URLs; by the keys at hand, else as the signed-in user',
    )
    .argument('<file...>', 'JPEG, PNG, WebP or GIF files')
    .option('--metadata <name=value>', 'metadata for each image; repeatable', pairs)
    .option('--temporary', 'do not save the images; they expire')
    .option('--parallel <number>', 'number of concurrent uploads', wholeNumber(1, 16), 4)
    .option('--retries <number>', retries, wholeNumber(0, 10), 3)
    .addHelpText('after', EXAMPLES)
    .action((files: string[], options: UploadOptions) => upload(session, files, options));
};
