import type { Outcome } from '../oracle/check-image.ts';
import { differencesOf, type Line } from './differences.ts';
import { intakeOf } from './figures.ts';
import { isReason, REASONS } from './reasons.ts';

const HEADING = '\n## Firefox\n';

/** The parts of docs/fidelity.md that the runs of Chromium and of Firefox write. */
export function splitFigures(text: string): readonly [chromium: string, firefox: string] {
  const at = text.indexOf(HEADING);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at)];
}

const keyOf = ({ name, what }: Pick<Line, 'name' | 'what'>) => `${name}\t${what}`;
const row = (...cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |\n`;
const head = (...cells: readonly string[]) => row(...cells) + row(...cells.map(() => '---'));
const countImages = (lines: readonly Pick<Line, 'name'>[]) =>
  new Set(lines.map(({ name }) => name)).size;

function describeReasons(lines: readonly Line[]): string {
  const groups = [...Map.groupBy(lines, ({ reason }) => reason)];
  const rows = groups
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([reason, group]) =>
      row(isReason(reason) ? REASONS[reason] : 'none yet', countImages(group), group.length),
    );
  return head('Reason', 'Images', 'Lines') + rows.join('');
}

/** The differences that one browser shows and the other doesn't, and those of both. */
interface Shared {
  readonly both: readonly Line[];
  readonly firefoxAlone: readonly Line[];
  readonly chromiumAlone: readonly Line[];
}

/** Sorts the lines of the images of a run by the browsers that show the difference. */
export function shareLines(
  outcomes: readonly Outcome[],
  lines: readonly Line[],
  chromiumLines: readonly Line[],
): Shared {
  const hasRun = new Set(outcomes.map(({ name }) => name));
  const found = outcomes.flatMap((one) =>
    differencesOf(one).map((what) => keyOf({ name: one.name, what })),
  );
  const inFirefox = new Set(found);
  const inChromium = new Set(chromiumLines.map(keyOf));
  const own = lines.filter((line) => inFirefox.has(keyOf(line)));
  return {
    both: own.filter((line) => inChromium.has(keyOf(line))),
    firefoxAlone: own.filter((line) => !inChromium.has(keyOf(line))),
    chromiumAlone: chromiumLines.filter(
      (line) => hasRun.has(line.name) && !inFirefox.has(keyOf(line)),
    ),
  };
}

/** The part of docs/fidelity.md that has the figures of a run of Firefox. */
export function describeFirefox(
  outcomes: readonly Outcome[],
  lines: readonly Line[],
  chromiumLines: readonly Line[],
  version: string,
): string {
  const { shown, cameIn } = intakeOf(outcomes);
  const { both, firefoxAlone, chromiumAlone } = shareLines(outcomes, lines, chromiumLines);
  const errors = outcomes.flatMap(({ serverErrors }) => serverErrors).length;
  return `${HEADING}
\`npm run test:truth -- --browser firefox\` asks headless Firefox ${version} the same about these images. This part has the figures of its last run that wrote them, of ${outcomes.length} images. Of ${shown} images that Firefox shows whole and that the bounds allow, ${cameIn} came in. ${errors} of all requests were answered with a fault of the service.

A difference that both browsers show is the service's, or its encoder's. Where the browsers differ, the stored image is Chromium's.

| Differs in | Images | Lines |
| --- | --- | --- |
${row('Both', countImages(both), both.length)}${row('Firefox alone', countImages(firefoxAlone), firefoxAlone.length)}${row('Chromium alone', countImages(chromiumAlone), chromiumAlone.length)}
### In Firefox alone

${describeReasons(firefoxAlone)}
### In Chromium alone

${describeReasons(chromiumAlone)}`;
}
