import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createImagewell } from '../../client/src/create-imagewell.ts';
import { FORMAT_LABELS } from '../../client/src/generated/file-types.ts';
import { boundMemory } from '../bound-memory.ts';
import { CommandError } from '../command-error.ts';
import type { Machine } from '../machine.ts';
import { safeText } from '../output/safe-text.ts';
import { required, type Session } from '../session.ts';
import { checkFileName } from '../upload/file-paths.ts';
import { findFiles } from '../upload/find-files.ts';
import { progressBar } from '../upload/progress-bar.ts';
import { createReport, stoppedError } from '../upload/report.ts';
import { createStopper } from '../upload/stops.ts';
import { type UploadPlan, uploadFiles } from '../upload/upload-files.ts';
import {
  DEFAULT_STATE_FILE,
  type Destination,
  openUploadState,
  type UploadState,
} from '../upload/upload-state.ts';
import type { AddCommands } from './add-commands.ts';
import { pairs, wholeNumber } from './option-values.ts';

interface UploadOptions {
  readonly metadata?: Readonly<Record<string, string>>;
  readonly temporary?: boolean;
  readonly private?: boolean;
  readonly parallel: number;
  readonly retries: number;
  /** True without the name of a file. */
  readonly resume?: string | true;
}

const EXAMPLES = `
An image is ${FORMAT_LABELS}, by its bytes or else by its name.

Examples:
  npx imagewell upload --project shop bridge.jpg
  npx imagewell upload photos/ 'more/**/*.jpg' --resume
  IMAGEWELL_UPLOAD_KEY=upl_… IMAGEWELL_API_KEY=private_… \\
    npx imagewell upload --url https://api.example.com/prod *.jpg
  npx imagewell upload --data .data bridge.jpg --metadata alt_text="A red bridge"`;

const FILES =
  'images, folders with all their subfolders, or quoted globs; hidden files, links and other files in them are skipped';
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
  const {
    metadata = {},
    temporary = false,
    private: isPrivate = false,
    parallel: atOnce,
    retries,
  } = options;
  if (temporary && options.metadata) throw new CommandError('usage', NO_METADATA);
  const { baseUrl } = await session.service();
  const { save, ...uploader } = await uploaderOf(session, temporary);
  const saving = {
    save: temporary ? undefined : save,
    ...(isPrivate ? { visibility: 'private' as const } : {}),
  };
  return { baseUrl, ...uploader, ...saving, metadata, atOnce, retries };
}

/** A state file for a run that was stopped without one; undefined where it cannot be written. */
async function keepState(to: Destination, spool: UploadState): Promise<string | undefined> {
  try {
    const state = await openUploadState(DEFAULT_STATE_FILE, to);
    await state.takeOver(spool);
    await state.close();
    return state.path;
  } catch {
    return undefined; // the addresses are printed
  }
}

/** The state of a run, on disk: ten thousand addresses are no matter of memory. */
interface RunState {
  readonly state: UploadState | undefined;
  /** The state file for an upload that was stopped; undefined: there is none. */
  stopped(hasUploaded: boolean): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Without --resume a file of the system's temporary folder, which the end of the run deletes. */
async function openSpool(to: Destination): Promise<RunState> {
  const folder = await mkdtemp(join(tmpdir(), 'imagewell-')).catch(() => undefined);
  const options = { folder: process.cwd(), isSpool: true };
  const spool =
    folder &&
    (await openUploadState(join(folder, DEFAULT_STATE_FILE), to, options).catch(() => undefined));
  return {
    state: spool || undefined,
    stopped: async (hasUploaded) => (spool && hasUploaded ? keepState(to, spool) : undefined),
    async close() {
      if (spool) await spool.close();
      if (folder) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function openState(
  to: Destination,
  { resume }: UploadOptions,
  { platform }: Machine,
): Promise<RunState> {
  if (resume === undefined) return openSpool(to);
  const path = resume === true ? DEFAULT_STATE_FILE : resume;
  checkFileName(path, platform);
  const state = await openUploadState(path, to);
  return { state, stopped: async () => state.path, close: state.close };
}

async function upload(session: Session, named: readonly string[], options: UploadOptions) {
  boundMemory();
  const found = await findFiles(named);
  const plan = await planOf(session, options);
  const { baseUrl: service, projectId: project } = plan;
  const to: Destination = { service, project, isTemporary: !plan.save };
  const run = await openState(to, options, session.machine);
  const isJson = session.options().json === true;
  const bar = progressBar(session.machine, found, isJson);
  const stopper = createStopper();
  const report = createReport(session, found, { bar, stopper });
  try {
    try {
      report.cannotRead(found.unreadable);
      const { stops } = stopper;
      await uploadFiles({ ...plan, stops, state: run.state, listener: report }, found.files());
    } finally {
      bar.stop();
      stopper.release();
    }
    if (stopper.reason()) {
      throw stoppedError(stopper, report.summary(), await run.stopped(report.hasUploaded()));
    }
  } finally {
    await run.close();
  }
  const { skippedNames } = found;
  if ((skippedNames.length > 0 || options.resume) && !isJson) {
    session.tell([...skippedNames.map(safeText), report.summary()].join('\n'));
  }
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
    .option('--private', 'save private images; see images grant')
    .option('--temporary', 'do not save the images; they expire')
    .option('--resume [file]', RESUME)
    .option('--parallel <number>', 'number of concurrent uploads', wholeNumber(1, 16), 4)
    .option('--retries <number>', retries, wholeNumber(0, 10), 5)
    .addHelpText('after', EXAMPLES)
    .action((files: string[], options: UploadOptions) => upload(session, files, options));
};
