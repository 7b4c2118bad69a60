import { resolve } from 'node:path';
import type { Image, Project } from '../../client/src/generated/calls.ts';
import { signOriginalUrl } from '../../client/src/sign-image-url.ts';
import { CommandError } from '../command-error.ts';
import { beginExport, endExport } from '../export/export-folder.ts';
import { type ExportOutcome, type ExportPlan, exportImages } from '../export/export-images.ts';
import { SourceFault } from '../fetch/source-fault.ts';
import { facts } from '../output/table.ts';
import { findSigningSecret } from '../service/signing-secret.ts';
import type { Session } from '../session.ts';
import { createStopper } from '../upload/stops.ts';
import type { AddCommands } from './add-commands.ts';
import { wholeNumber } from './option-values.ts';

interface ExportOptions {
  readonly secretFile?: string;
  readonly parallel: number;
}

const EXAMPLES = `
Examples:
  npx imagewell export images-2026
  npx imagewell import images-2026 --project other

Run the same command again to continue, or to bring the folder up to date.`;

const SIGNED_FOR_MS = 3_600_000;
const PROGRESS_EVERY = 100;
const MAX_PAGE = 100;

/**
 * The address of an original: signed if there is a secret, which passes a watermark too. The one of
 * a private image has a grant.
 */
function addressesOf(
  secret: string | undefined,
  grantedUrl: (imageId: string) => Promise<string | null>,
): ExportPlan['addressOf'] {
  return async ({ imageId, imageUrl, visibility }) => {
    if (visibility === 'private') return (await grantedUrl(imageId)) ?? imageUrl;
    if (secret === undefined) return imageUrl;
    return signOriginalUrl(imageUrl, { secret, expires: new Date(Date.now() + SIGNED_FOR_MS) });
  };
}

/** A fault that ended the export, with its exit code and the next step. */
function explainEnd(error: unknown, secret: string | undefined): unknown {
  if (!(error instanceof SourceFault)) return error;
  if (error.code !== 'access_denied') {
    return new CommandError('later', error.message, 'Run the same command again later.');
  }
  const hint = secret
    ? 'The signing secret must be an active one of this project.'
    : 'If the project requires signed URLs, set IMAGEWELL_SIGNING_SECRET or give --secret-file.';
  return new CommandError('notAllowed', error.message, hint);
}

/** The project with its settings; null for an API key, which reads none. */
async function readProject(session: Session, projectId: string | null) {
  return projectId === null ? null : await (await session.userCalls()).getProject({ projectId });
}

/** Says before the first image that none could be exported. */
function checkSecret(project: Project | null, secret: string | undefined): void {
  if (secret !== undefined || project === null || project.watermark === null) return;
  const hint = 'Set IMAGEWELL_SIGNING_SECRET to a signing secret of it, or give --secret-file.';
  throw new CommandError('notAllowed', 'The project has a watermark.', hint);
}

async function exportProject(session: Session, named: string, options: ExportOptions) {
  const dir = resolve(named);
  const { calls, about } = await session.either();
  const { baseUrl } = await session.service();
  const { projectId = null } = about;
  const secret = await findSigningSecret(session.machine, options.secretFile);
  checkSecret(await readProject(session, projectId), secret);
  const place = { service: baseUrl, project: projectId };
  await beginExport(dir, place);
  const counts = { exported: 0, kept: 0, failed: 0, removed: 0, bytes: 0 };
  const onImage = ({ imageId, bytes }: Image, outcome: ExportOutcome) => {
    counts[outcome.kind] += 1;
    if (outcome.kind === 'failed') return session.tell(`${imageId}: ${outcome.detail}`);
    counts.bytes += bytes;
    const done = counts.exported + counts.kept;
    if (done % PROGRESS_EVERY === 0) session.tell(`${done} images are in the folder`);
  };
  const stopper = createStopper();
  const signal = stopper.stops.sending;
  let hasSettings = false;
  try {
    const images = await exportImages({
      dir,
      list: (cursor) =>
        calls.listImages({ ...about, limit: MAX_PAGE, ...(cursor && { cursor }) }, { signal }),
      addressOf: addressesOf(secret, async (imageId) => {
        const lifeSeconds = SIGNED_FOR_MS / 1000;
        return (await calls.createAccessGrant({ ...about, imageId, lifeSeconds })).imageUrl;
      }),
      atOnce: options.parallel,
      signal,
      onImage,
    });
    const project = await readProject(session, projectId);
    counts.removed = (await endExport(dir, place, { images, project, now: new Date() })).removed;
    hasSettings = project !== null;
  } catch (error) {
    throw stopper.interruption() ?? explainEnd(error, secret);
  } finally {
    stopper.release();
    session.print({ export: { ...counts, hasSettings } }, () =>
      facts({ folder: dir, ...counts, 'with settings': hasSettings }),
    );
  }
  if (counts.failed > 0) session.endWith(1);
}

/** `export DIR`. */
export const addExportCommand: AddCommands = (program, session) => {
  const secret = 'file with a signing secret, for projects with signed URLs or a watermark';
  program
    .command('export')
    .description('write all saved images of a project into a folder that import reads')
    .argument('<dir>', 'new or empty folder, or an earlier export of the same project')
    .option('--secret-file <file>', `${secret}; IMAGEWELL_SIGNING_SECRET unless given`)
    .option('--parallel <number>', 'number of concurrent downloads', wholeNumber(1, 16), 4)
    .addHelpText('after', EXAMPLES)
    .action((named: string, options: ExportOptions) => exportProject(session, named, options));
};
