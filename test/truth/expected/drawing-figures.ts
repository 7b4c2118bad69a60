import { DRAWINGS, type DrawingCorpus } from '../corpora/drawings.ts';
import type { Generator } from '../corpora/generators.ts';
import type { Outcome } from '../oracle/check-image.ts';
import { differencesOf, type Line } from './differences.ts';
import { head, percent, row } from './figures.ts';
import { isReason, REASONS } from './reasons.ts';

/** The most of the icons and logos that a browser shows to be refused. */
export const MOST_REFUSED = 0.02;

/** The result of a drawing, and the editor that wrote it. */
export interface DrawingOutcome extends Outcome {
  readonly generator: Generator;
}

const [START, END] = ['<!-- drawings -->', '<!-- end of drawings -->'];

const isShown = ({ shown }: Outcome) => shown === 'whole';
const isRefused = (outcome: Outcome) => isShown(outcome) && outcome.refused !== undefined;

/** How many drawings a browser shows, and how many of these are refused. */
export function refusalsOf(outcomes: readonly Outcome[]) {
  const shown = outcomes.filter(isShown).length;
  return { shown, refused: outcomes.filter(isRefused) };
}

function describeGroups(name: string, groups: Map<string, readonly DrawingOutcome[]>): string {
  const rows = [...groups].sort().map(([group, all]) => {
    const shown = all.filter(isShown);
    const refused = all.filter(isRefused).length;
    const differ = shown.filter((one) => !one.refused && differencesOf(one).length > 0).length;
    return row(group, all.length, shown.length, refused, differ);
  });
  return head(name, 'Drawings', 'Shown', 'Refused', 'Differ') + rows.join('');
}

function describeDifferences(lines: readonly Line[]): string {
  const differ = lines.filter(({ what }) => !what.startsWith('refused'));
  const rows = [...Map.groupBy(differ, ({ reason }) => reason)].sort().map(([reason, group]) => {
    const drawings = new Set(group.map(({ name }) => name)).size;
    return row(isReason(reason) ? REASONS[reason] : 'none yet', drawings);
  });
  return head('Reason', 'Drawings') + rows.join('');
}

function describePackages(): string {
  const rows = Object.entries<DrawingCorpus>(DRAWINGS).map(([name, corpus]) =>
    row(name, `\`${corpus.package}\` ${corpus.version}`, corpus.sample),
  );
  return head('Corpus', 'npm package', 'Taken at most') + rows.join('');
}

/** The section of docs/fidelity.md about icons and logos. */
export function describeDrawings(
  outcomes: readonly DrawingOutcome[],
  lines: readonly Line[],
  browser: string,
): string {
  const { shown, refused } = refusalsOf(outcomes);
  const rows = refused.map(({ name, refused: why }) => row(name, why?.detail ?? ''));
  return `${START}

## Icons and logos

\`npm run test:truth -- --corpus drawings\` takes a fixed sample of icons and logos from packages of npm. It uploads each, and compares the stored image with the SVG in headless Chromium ${browser}.

- Of ${shown} drawings that Chromium shows, ${refused.length} are refused (${percent(refused.length, shown)}). At most ${100 * MOST_REFUSED} % may be.

${describeGroups(
  'Editor',
  Map.groupBy(outcomes, ({ generator }) => generator),
)}
An editor is known by the marks that it leaves in a file; the library of draw.io counts as its own.

### Refused icons and logos

${head('Drawing', 'Reason') + rows.join('')}
### Icons and logos that differ

${describeDifferences(lines)}
### Packages of icons and logos

${describePackages()}
${END}
`;
}

function sectionOf(text: string): string {
  const [start, end] = [text.indexOf(START), text.indexOf(END)];
  return start < 0 || end < 0 ? '' : text.slice(start, end + END.length + 1);
}

/** A fresh docs/fidelity.md with the section of drawings that the one before has. */
export function keepDrawings(fresh: string, before: string): string {
  const section = sectionOf(before);
  return section === '' ? fresh : `${fresh.trimEnd()}\n\n${section}`;
}

/** The same docs/fidelity.md without the section of drawings. */
export const withoutDrawings = (text: string) => `${text.replace(sectionOf(text), '').trimEnd()}\n`;

/** The same docs/fidelity.md with another section of drawings, at its end. */
export const replaceDrawings = (text: string, section: string) =>
  `${withoutDrawings(text)}\n${section}`;
