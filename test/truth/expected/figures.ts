import { CORPORA, type CorpusName } from '../corpora/corpora.ts';
import type { Outcome } from '../oracle/check-image.ts';
import { differencesOf, type Line } from './differences.ts';
import { CONFIRMATIONS, isByBound, isConfirmable, isReason, REASONS } from './reasons.ts';

/** Refusals by a bound of the service: no fault of what comes in. */
const BOUNDS = ['image_too_large', 'payload_too_large'];
/** The least share of images that a browser shows whole, and that the bounds allow, to come in. */
export const MIN_SHARE = 0.98;

const isDrawing = ({ type }: Outcome) => type === 'image/svg+xml';
const isBeyond = ({ code, detail }: { readonly code: string; readonly detail: string }) =>
  BOUNDS.includes(code) || isByBound(detail);
const isAllowed = ({ shown, refused }: Outcome) =>
  shown === 'whole' && !(refused && isBeyond(refused));

/** How many of the images that should come in do. */
export interface Intake {
  readonly shown: number;
  readonly cameIn: number;
}

function intakeIf(isCounted: (outcome: Outcome) => boolean, outcomes: readonly Outcome[]): Intake {
  const allowed = outcomes.filter((outcome) => isAllowed(outcome) && isCounted(outcome));
  return { shown: allowed.length, cameIn: allowed.filter(({ refused }) => !refused).length };
}

/** The intake of all images that the bounds allow. */
export const intakeOf = (outcomes: readonly Outcome[]) => intakeIf(() => true, outcomes);
/** The intake of photographs and other bitmaps, without drawings. */
export const bitmapsOf = (outcomes: readonly Outcome[]) =>
  intakeIf((outcome) => !isDrawing(outcome), outcomes);

/** A share in percent, for a table. */
export const percent = (part: number, all: number) =>
  all === 0 ? '–' : `${((100 * part) / all).toFixed(1)} %`;
/** A row of a table of Markdown. */
export const row = (...cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |\n`;
/** The head of a table of Markdown. */
export const head = (...cells: readonly string[]) => row(...cells) + row(...cells.map(() => '---'));

/** The corpus of an image, the first part of its name. */
const corpusOf = ({ name }: { readonly name: string }) => name.split('/')[0] ?? '';

function describeCorpora(outcomes: readonly Outcome[]): string {
  const rows = [...Map.groupBy(outcomes, corpusOf)].map(([corpus, group]) => {
    const shown = group.filter((one) => one.shown === 'whole');
    const cameIn = shown.filter((one) => !one.refused);
    const differ = cameIn.filter((one) => differencesOf(one).length > 0);
    const beside = group.filter((one) => one.shown !== 'whole' && !one.refused);
    const same = cameIn.length - differ.length;
    const counts = [shown.length, cameIn.length, same, differ.length];
    return row(corpus, group.length, ...counts, shown.length - cameIn.length, beside.length);
  });
  const names = ['Corpus', 'Images', 'Shown whole', 'Came in', 'Same', 'Differ', 'Refused'];
  return head(...names, 'Came in, not shown whole') + rows.join('');
}

function describeReasons(lines: readonly Line[]): string {
  const groups = Map.groupBy(lines, ({ reason }) => reason);
  const rows = [...groups]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([reason, group]) => {
      const images = new Set(group.map(({ name }) => name)).size;
      const how = isConfirmable(reason) ? CONFIRMATIONS[reason] : 'by hand';
      const text = isReason(reason) ? REASONS[reason] : 'none yet';
      return row(text, images, group.length, how);
    });
  return head('Reason', 'Images', 'Lines', 'Confirmed') + rows.join('');
}

function describeRefusals(outcomes: readonly Outcome[]): string {
  const refused = outcomes.filter(({ shown, refused }) => shown === 'whole' && refused);
  const groups = Map.groupBy(refused, ({ type, refused }) =>
    [type, refused?.code, refused?.detail.replaceAll(/\d+/g, 'N').replaceAll('|', '/')].join(' | '),
  );
  const rows = [...groups]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([key, group]) => row(key, group.length));
  return head('Type', 'Code', 'Detail', 'Images') + rows.join('');
}

function describePackages(): string {
  const rows = (Object.keys(CORPORA) as CorpusName[]).map((name) => {
    const { registry, package: packageName, version } = CORPORA[name];
    return row(name, registry, `\`${packageName}\` ${version}`);
  });
  return head('Corpus', 'Registry', 'Package') + rows.join('');
}

/** The text of docs/fidelity.md. */
export function describeFidelity(
  outcomes: readonly Outcome[],
  lines: readonly Line[],
  browser: string,
  unreached: number,
): string {
  const { shown, cameIn } = intakeOf(outcomes);
  const bitmaps = bitmapsOf(outcomes);
  const [drawings, drawn] = [shown - bitmaps.shown, cameIn - bitmaps.cameIn];
  const errors = outcomes.flatMap(({ serverErrors }) => serverErrors).length;
  const isHung = ({ findings }: Outcome) => findings.some(({ what }) => what === 'no answer');
  const hung = outcomes.filter(isHung).length;
  const skipped = outcomes.filter((one) => one.skipped !== undefined).length;
  return `<!-- written by \`npm run test:truth -- --write\`; do not edit -->

# Fidelity

Test images of other projects are uploaded and delivered, and compared with the originals in headless Chromium ${browser}. Each accepted image is compared as stored, in every output format, and as a part of it. Compared are orientation, size, alpha and colour; of animations also the times, the loops and four frames.

- Of ${shown} images that Chromium shows whole and that the bounds allow, ${cameIn} came in (${percent(cameIn, shown)}). At least ${100 * MIN_SHARE} % must.
- Of the ${bitmaps.shown} bitmaps among them, ${bitmaps.cameIn} came in (${percent(bitmaps.cameIn, bitmaps.shown)}).
- Of the ${drawings} drawings (SVG) among them, ${drawn} came in (${percent(drawn, drawings)}). They are tests of single features; icons and logos have a corpus of their own below.
- Bounds of drawings are: no text and no units of fonts, no data from outside, images in JPEG, PNG or GIF, no reference to itself, no elements in entities, and a limit of work. Each refusal by one is counted below.
- ${errors} of all requests were answered with a fault of the service.
- ${unreached} images were not reached by the run that these figures are of.
- ${hung} images had no answer of the browser.
- ${skipped} images are above 16 megapixels: they are delivered, and not compared.

## Corpora

${describeCorpora(outcomes)}
*Differ* are images with a line in \`test/truth/expected/differences.tsv\`; each line has a reason.

## Reasons

${describeReasons(lines)}
## Refusals

Of images that Chromium shows whole.

${describeRefusals(outcomes)}
## Packages

None of these images is a part of this repository. The command fetches them from their registries.

${describePackages()}`;
}
