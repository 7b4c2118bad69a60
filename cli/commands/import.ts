import { open } from 'node:fs/promises';
import { Option } from 'commander';
import { boundMemory } from '../bound-memory.ts';
import { CommandError } from '../command-error.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { ADDRESS_COLUMNS, addressRows } from '../import/address-rows.ts';
import { applySettings, applySettingsOfImages } from '../import/apply-settings.ts';
import { csvRow } from '../import/csv.ts';
import { describeDryRun, dryRun } from '../import/dry-run.ts';
import { findSource, LIST_KINDS } from '../import/find-source.ts';
import { type ImportPlan, importImages } from '../import/import-images.ts';
import type { ImportSource } from '../import/import-source.ts';
import { NOTHING_LEFT_OUT } from '../import/left-out.ts';
import { createMapping } from '../import/map-columns.ts';
import type { ImageLine } from '../journal/image-line.ts';
import {
  type Journal,
  type JournalFile,
  type JournalReader,
  openJournal,
  readJournal,
} from '../journal/open-journal.ts';
import type { Machine } from '../machine.ts';
import { safeText } from '../output/safe-text.ts';
import { facts } from '../output/table.ts';
import type { Session } from '../session.ts';
import { checkFileName } from '../upload/file-paths.ts';
import { createStopper } from '../upload/stops.ts';
import { describeSkipped } from '../upload/walk-folder.ts';
import type { AddCommands } from './add-commands.ts';
import { pairs, wholeNumber } from './option-values.ts';

interface ImportOptions {
  readonly as?: (typeof LIST_KINDS)[number];
  readonly dryRun?: boolean;
  readonly manifest: string;
  readonly addresses?: string;
  readonly failures?: string;
  readonly name?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly keepDuplicates?: boolean;
  readonly parallel: number;
  readonly retries: number;
  readonly settings?: boolean;
}

const EXAMPLES = `
Examples:
  npx imagewell import photos --dry-run
  npx imagewell import photos --metadata album=folder --addresses addresses.csv
  npx imagewell import list.csv --name title --metadata alt_text=alt
  npx imagewell import s3://bucket/prefix
  npx imagewell import exported --project other --settings
  npx imagewell import resources.json --as cloudinary --metadata tags=tags

Run the same command again to continue: the manifest has the state of each image.
Each skipped file is named with its reason; it leaves the exit code 0.`;

/** The service with the credential of the session, and the project of a user. */
async function openService(session: Session) {
  const either = await session.either();
  const { baseUrl } = await session.service();
  return { ...either, baseUrl, project: either.about.projectId ?? null };
}

type Service = Awaited<ReturnType<typeof openService>>;

/** Writes a CSV table of the lines of a manifest, one after the other. */
async function writeTable(
  path: string,
  columns: readonly string[],
  rows: AsyncIterable<readonly string[]>,
): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.appendFile(csvRow(columns));
    for await (const row of rows) await file.appendFile(csvRow(row));
  } finally {
    await file.close();
  }
}

/** The images that no run has imported so far. */
async function* failureRows({ lines }: JournalReader) {
  for await (const line of lines()) {
    const { key, address = key } = line;
    if (line.state === 'failed') yield [address, key, line.code, line.detail];
  }
}

async function writeTables(options: ImportOptions, manifest: JournalReader): Promise<void> {
  const { addresses, failures } = options;
  if (addresses !== undefined) {
    await writeTable(addresses, ADDRESS_COLUMNS, addressRows(manifest));
  }
  if (failures === undefined) return;
  await writeTable(failures, ['address', 'key', 'code', 'detail'], failureRows(manifest));
}

/** Says before any upload that a file can't be written. */
async function checkWritable(path: string | undefined, { platform }: Machine): Promise<void> {
  if (path === undefined) return;
  checkFileName(path, platform);
  try {
    await (await open(path, 'a')).close();
  } catch (error) {
    throw new CommandError('usage', `${path} cannot be written: ${(error as Error).message}`);
  }
}

type Counts = Record<'saved' | 'duplicates' | 'failed' | 'before' | 'skipped', number>;

function countLine(counts: Counts, { state }: ImageLine): void {
  if (state === 'saved') counts.saved += 1;
  if (state === 'duplicate') counts.duplicates += 1;
  if (state === 'failed') counts.failed += 1;
}

/** Names the files that are left out; each that can't be read is a failure. */
function tellLeftOut(session: Session, counts: Counts, source: ImportSource): void {
  const { skipped, unreadable, warnings } = source.leftOut?.() ?? NOTHING_LEFT_OUT;
  for (const { path, error } of unreadable) session.tell(`${safeText(path)}: ${error.message}`);
  counts.failed += unreadable.length;
  counts.skipped = Object.values(skipped).reduce((sum, count) => sum + count, 0);
  const summary = session.options().json ? '' : describeSkipped(skipped);
  for (const text of [...warnings, summary]) if (text !== '') session.tell(safeText(text));
}

const PROGRESS_EVERY = 100;

interface Files {
  readonly source: ImportSource;
  readonly manifest: Journal;
}

async function run(
  session: Session,
  service: Service,
  { source, manifest }: Files,
  options: ImportOptions,
): Promise<void> {
  const { calls, about, baseUrl, credential } = service;
  const { keepDuplicates = source.keepsDuplicates ?? false, parallel: atOnce, retries } = options;
  const before = manifest.count('saved', 'duplicate');
  const counts: Counts = { saved: 0, duplicates: 0, failed: 0, before, skipped: 0 };
  const isJson = session.options().json === true;
  const mapping = createMapping(options.name, options.metadata ?? {});
  const stopper = createStopper();
  const { stops } = stopper;
  const onLine = (line: ImageLine) => {
    countLine(counts, line);
    if (line.state === 'failed') {
      session.tell(`${safeText(line.key)}: ${line.code}: ${safeText(line.detail)}`);
    }
    const done = counts.saved + counts.duplicates;
    const isNews = line.state !== 'uploaded' && done > 0 && done % PROGRESS_EVERY === 0;
    if (isNews && !isJson) session.tell(`${done} images imported`);
  };
  const plan: ImportPlan = {
    ...mapping,
    baseUrl,
    credential,
    save: (request, calling) => calls.saveTemporaryImage({ ...request, ...about }, calling),
    keepDuplicates,
    atOnce,
    retries,
    stops,
    onLine,
  };
  try {
    await importImages(plan, source.items(stops.beginning), manifest);
    tellLeftOut(session, counts, source);
    const none = counts.saved === 0 ? [] : mapping.missing();
    for (const column of none) session.tell(`No image has the column ${column}.`);
  } catch (error) {
    throw stopper.interruption() ?? error;
  } finally {
    stopper.release();
    await writeTables(options, manifest);
    session.print({ import: counts }, () => facts({ ...counts, manifest: options.manifest }));
  }
  if (counts.failed > 0) session.endWith(EXIT_CODES.failed.code);
}

async function count(
  session: Session,
  { calls, about }: Service,
  { source, file }: { readonly source: ImportSource; readonly file: JournalFile },
  options: ImportOptions,
): Promise<void> {
  const manifest = await readJournal(file);
  const stopper = createStopper();
  try {
    const mapping = createMapping(options.name, options.metadata ?? {});
    const usage = await calls.getUsage(about);
    const signal = stopper.stops.beginning;
    const found = await dryRun(source, { manifest, mapping, usage, signal });
    const { warnings } = source.leftOut?.() ?? NOTHING_LEFT_OUT;
    for (const text of warnings) session.tell(safeText(text));
    session.print({ dryRun: found }, () => facts(describeDryRun(found)));
  } finally {
    stopper.release();
    await manifest?.close();
  }
}

async function importSource(session: Session, named: string, options: ImportOptions) {
  boundMemory();
  const source = await findSource(named, options.as);
  const service = await openService(session);
  const { baseUrl, project } = service;
  const file: JournalFile = {
    path: options.manifest,
    kind: 'import',
    place: { service: baseUrl, project, source: source.place },
    option: '--manifest',
  };
  if (options.dryRun) return count(session, service, { source, file }, options);
  checkFileName(file.path, session.machine.platform);
  for (const path of [options.addresses, options.failures]) {
    await checkWritable(path, session.machine);
  }
  const manifest = await openJournal(file);
  try {
    const leftOut = options.settings ? await applySettings(session, named, manifest) : [];
    await run(session, service, { source, manifest }, options);
    if (options.settings) session.tell('The settings of the export are applied.');
    if (leftOut.length > 0) await applySettingsOfImages(session, named, manifest);
  } finally {
    await manifest.close();
  }
}

/** `import SOURCE`. */
export const addImportCommand: AddCommands = (program, session) => {
  const kinds = 'type of a file SOURCE: list is CSV or JSON lines with a column url';
  const metadata = 'metadata key and the column that it is taken from; repeatable';
  program.commandsGroup('Images:');
  program
    .command('import')
    .description('import and save many images; a second run continues the first')
    .argument('<source>', 'folder, export, file of addresses, or s3://BUCKET/PREFIX')
    .addOption(new Option('--as <kind>', kinds).choices(LIST_KINDS))
    .option('--dry-run', 'only count the images and bytes, and compare them with the plan')
    .option('--manifest <file>', 'file with the state of each image', 'imagewell-import.jsonl')
    .option('--addresses <file>', 'write a CSV table of old and new addresses')
    .option('--failures <file>', 'write a CSV table of the images that failed')
    .option('--name <column>', 'column of the original file name')
    .option('--metadata <key=column>', metadata, pairs)
    .option('--keep-duplicates', 'import the same bytes more than once')
    .option('--settings', 'apply the settings of an export to the project; admins only')
    .option('--parallel <number>', 'number of concurrent uploads', wholeNumber(1, 16), 4)
    .option('--retries <number>', 'retries of each call after 429 or 503', wholeNumber(0, 99), 20)
    .addHelpText('after', EXAMPLES)
    .action((named: string, options: ImportOptions) => importSource(session, named, options));
};
