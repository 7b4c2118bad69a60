import { createImagewell } from '../../client/src/create-imagewell.ts';
import { CommandError } from '../command-error.ts';
import { required, type Session } from '../session.ts';
import { findFiles } from '../upload/find-files.ts';
import { progressBar } from '../upload/progress-bar.ts';
import { createReport, type Report, stoppedError } from '../upload/report.ts';
import {
  DEFAULT_STATE_FILE,
  type Destination,
  openStateFile,
  type StateFile,
} from '../upload/state-file.ts';
import { createStopper } from '../upload/stops.ts';
import { type UploadPlan, uploadFiles } from '../upload/upload-files.ts';
import type { AddCommands } from './add-commands.ts';
import { pairs, wholeNumber } from './option-values.ts';

interface UploadOptions {
  readonly metadata?: Readonly<Record<string, string>>;
  readonly temporary?: boolean;
  readonly parallel: number;
  readonly retries: number;
  /** True without the name of a file. */
  readonly resume?: string | true;
}

const EXAMPLES = `
Examples:
  npx imagewell upload --project shop bridge.jpg
  npx imagewell upload photos/ 'more/**/*.jpg' --resume
  IMAGEWELL_UPLOAD_KEY=upl_… IMAGEWELL_API_KEY=private_… npx imagewell upload --url https://api.example.com/prod *.jpg
  npx imagewell upload --data .data bridge.jpg --metadata alt_text="A red bridge"`;

const FILES =
  'JPEG, PNG, WebP or GIF files, folders with all their subfolders, or quoted globs; hidden files, links and other files in them are skipped';
const RESUME = `keep a state file and skip the files that it lists; ${DEFAULT_STATE_FILE} unless given`;
const KEY = 'An API key, to save the uploaded images (not needed with --temporary),';
const NO_METADATA = 'A temporary image has no metadata: omit --temporary or --metadata.';

type Uploader = Pick<UploadPlan, 'credential' | 'projectId' | 'save'>;

async function userOf(session: Session): Promise<Uploader> {
  const { saveTemporaryImage } = await session.userCalls();
  const projectId = await session.projectId();
  return {
    credential: { accessToken: session.accessToken, projectId },
    projectId,
    save: (request, options) => saveTemporaryImage({ ...request, projectId }, options),
  };
}

/** By the keys at hand; without any, or for a named user or project, as the signed-in user. */
async function uploaderOf(session: Session, isTemporary: boolean): Promise<Uploader> {
  const { token, email, project } = session.options();
  const { baseUrl, uploadKey, apiKey } = await session.service();
  const isPerson = token !== undefined || email !== undefined || project !== undefined;
  if (isPerson || !(uploadKey || apiKey)) return userOf(session);
  const projectId = null;
  if (isTemporary && uploadKey) return { credential: { uploadKey }, projectId, save: undefined };
  const savingKey = required(apiKey, 'IMAGEWELL_API_KEY', KEY);
  return {
    credential: uploadKey ? { uploadKey } : { apiKey: savingKey },
    projectId,
    save: createImagewell({ baseUrl, apiKey: savingKey }).saveTemporaryImage,
  };
}

async function planOf(session: Session, options: UploadOptions): Promise<UploadPlan> {
  const { metadata = {}, temporary = false, parallel: atOnce, retries } = options;
  if (temporary && options.metadata) throw new CommandError('usage', NO_METADATA);
  const { baseUrl } = await session.service();
  const { save, ...uploader } = await uploaderOf(session, temporary);
  return { baseUrl, ...uploader, save: temporary ? undefined : save, metadata, atOnce, retries };
}

/** A state file for a run that was stopped without one; undefined where it cannot be written. */
async function keepState(to: Destination, { uploaded }: Report): Promise<string | undefined> {
  if (uploaded.length === 0) return undefined;
  try {
    const state = await openStateFile(DEFAULT_STATE_FILE, to);
    for (const [file, image] of uploaded) await state.recordUnread(file, image);
    await state.close();
    return state.path;
  } catch {
    return undefined; // the addresses are printed
  }
}

async function openState(to: Destination, { resume }: UploadOptions) {
  if (resume === undefined) return undefined;
  return openStateFile(resume === true ? DEFAULT_STATE_FILE : resume, to);
}

async function run(session: Session, named: readonly string[], options: UploadOptions) {
  const found = await findFiles(named);
  const plan = await planOf(session, options);
  const { baseUrl, projectId } = plan;
  const to: Destination = { baseUrl, projectId, isTemporary: !plan.save };
  const state: StateFile | undefined = await openState(to, options);
  const bar = progressBar(session.machine, found.files, session.options().json === true);
  const stopper = createStopper();
  const report = createReport(session, found, { bar, stopper });
  try {
    await uploadFiles({ ...plan, stops: stopper.stops, state, listener: report }, found.files);
  } finally {
    bar.stop();
    stopper.release();
    await state?.close();
  }
  return { found, report, stopper, to, state };
}

async function upload(session: Session, named: readonly string[], options: UploadOptions) {
  const { found, report, stopper, to, state } = await run(session, named, options);
  if (stopper.reason()) {
    const stateFile = state ? state.path : await keepState(to, report);
    throw stoppedError(stopper, report.summary(), stateFile);
  }
  const isPlain = Object.values(found.skipped).every((count) => count === 0) && !state;
  if (!isPlain && !session.options().json) session.tell(report.summary());
  session.endWith(report.exitCode());
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
    .argument('<file...>', FILES)
    .option('--metadata <name=value>', 'metadata for each image; repeatable', pairs)
    .option('--temporary', 'do not save the images; they expire')
    .option('--resume [file]', RESUME)
    .option('--parallel <number>', 'number of concurrent uploads', wholeNumber(1, 16), 4)
    .option('--retries <number>', retries, wholeNumber(0, 10), 5)
    .addHelpText('after', EXAMPLES)
    .action((files: string[], options: UploadOptions) => upload(session, files, options));
};
