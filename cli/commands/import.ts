import { open, writeFile } from 'node:fs/promises';
import { Option } from 'commander';
import type { UploadCredential } from '../../client/src/upload-options.ts';
import { CommandError } from '../command-error.ts';
import { applySettings } from '../import/apply-settings.ts';
import { csvRow } from '../import/csv.ts';
import { describeDryRun, dryRun } from '../import/dry-run.ts';
import { findSource, LIST_KINDS } from '../import/find-source.ts';
import { type ImportPlan, importImages } from '../import/import-images.ts';
import type { ImportSource } from '../import/import-source.ts';
import { type Manifest, type ManifestLine, openManifest } from '../import/manifest.ts';
import { createMapping } from '../import/map-columns.ts';
import { facts } from '../output/table.ts';
import type { Session } from '../session.ts';
import type { AddCommands } from './add-commands.ts';
import { pairs, wholeNumber } from './option-values.ts';

interface ImportOptions {
  readonly as?: (typeof LIST_KINDS)[number];
  readonly dryRun?: boolean;
  readonly manifest: string;
  readonly addresses?: string;
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

Run the same command again to continue: the manifest has the state of each image.`;

/** The service with the credential of the session, and the project of a user. */
async function openService(session: Session) {
  const { calls, about } = await session.either();
  const { baseUrl, apiKey = '' } = await session.service();
  const { projectId } = about;
  const credential: UploadCredential =
    projectId === undefined ? { apiKey } : { accessToken: session.accessToken, projectId };
  return { calls, about, baseUrl, credential, project: projectId ?? null };
}

type Service = Awaited<ReturnType<typeof openService>>;

/** The images of a manifest by their old addresses, as CSV. */
async function writeAddresses(path: string, { lines }: Manifest): Promise<void> {
  const rows = [...lines.values()].flatMap((line) =>
    'imageUrl' in line ? [csvRow([line.address, line.imageUrl])] : [],
  );
  await writeFile(path, [csvRow(['old', 'new']), ...rows].join(''));
}

/** Says before any upload that the file of addresses can't be written. */
async function checkWritable(path: string): Promise<void> {
  try {
    await (await open(path, 'a')).close();
  } catch (error) {
    throw new CommandError('usage', `${path} cannot be written: ${(error as Error).message}`);
  }
}

type Counts = Record<'saved' | 'duplicates' | 'failed' | 'before', number>;

function countLine(counts: Counts, { state }: ManifestLine): void {
  if (state === 'saved') counts.saved += 1;
  if (state === 'duplicate') counts.duplicates += 1;
  if (state === 'failed') counts.failed += 1;
}

const PROGRESS_EVERY = 100;

async function run(
  session: Session,
  service: Service,
  { source, manifest }: { readonly source: ImportSource; readonly manifest: Manifest },
  options: ImportOptions,
): Promise<void> {
  const { calls, about, baseUrl, credential } = service;
  const {
    keepDuplicates = source.keepsDuplicates ?? false,
    parallel: atOnce,
    retries,
    addresses,
  } = options;
  const before = [...manifest.lines.values()].filter((line) => 'imageUrl' in line).length;
  const counts: Counts = { saved: 0, duplicates: 0, failed: 0, before };
  const isJson = session.options().json === true;
  const stop = new AbortController();
  const interrupt = () => stop.abort(new CommandError('interrupted', 'Interrupted.'));
  process.once('SIGINT', interrupt);
  const onLine = (line: ManifestLine) => {
    countLine(counts, line);
    if (line.state === 'failed') session.tell(`${line.key}: ${line.code}: ${line.detail}`);
    const done = counts.saved + counts.duplicates;
    const isNews = line.state !== 'uploaded' && done > 0 && done % PROGRESS_EVERY === 0;
    if (isNews && !isJson) session.tell(`${done} images imported`);
  };
  const plan: ImportPlan = {
    ...createMapping(options.name, options.metadata ?? {}),
    baseUrl,
    credential,
    save: (request, calling) => calls.saveTemporaryImage({ ...request, ...about }, calling),
    keepDuplicates,
    atOnce,
    retries,
    signal: stop.signal,
    onLine,
  };
  try {
    await importImages(plan, source.items(), manifest);
  } finally {
    process.off('SIGINT', interrupt);
    if (addresses !== undefined) await writeAddresses(addresses, manifest);
    session.print({ import: counts }, () => facts({ ...counts, manifest: options.manifest }));
  }
  if (counts.failed > 0) session.endWith(1);
}

async function importSource(session: Session, named: string, options: ImportOptions) {
  const source = await findSource(named, options.as);
  const service = await openService(session);
  const { baseUrl, project, calls, about } = service;
  if (options.addresses !== undefined && !options.dryRun) await checkWritable(options.addresses);
  if (options.settings && !options.dryRun) await applySettings(session, named);
  const place = { service: baseUrl, project, source: source.place };
  const manifest = await openManifest(options.manifest, place);
  try {
    if (options.dryRun) {
      const mapping = createMapping(options.name, options.metadata ?? {});
      const usage = await calls.getUsage(about);
      const found = await dryRun(source, { manifest, mapping, usage });
      session.print({ dryRun: found }, () => facts(describeDryRun(found)));
    } else await run(session, service, { source, manifest }, options);
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
    .option('--name <column>', 'column of the original file name')
    .option('--metadata <key=column>', metadata, pairs)
    .option('--keep-duplicates', 'import the same bytes more than once')
    .option('--settings', 'first apply the settings of an export to the project; admins only')
    .option('--parallel <number>', 'number of concurrent uploads', wholeNumber(1, 16), 4)
    .option('--retries <number>', 'retries of each call after 429 or 503', wholeNumber(0, 99), 20)
    .addHelpText('after', EXAMPLES)
    .action((named: string, options: ImportOptions) => importSource(session, named, options));
};
