import { RENDITIONS_AT_ONCE } from '../../lib/quotas/concurrency.ts';
import { headerOf, type ProbeAnswer } from '../checks/http-probe.ts';
import { type Check, failed, passed } from '../checks/run-checks.ts';
import type { VerifySubject } from './subject.ts';

/** Widths that no other check requests; the quality is of this run, so that all are new. */
const [FIRST_WIDTH, LOWEST_QUALITY, QUALITIES] = [201, 40, 50];
/**
 * Lambda Developer Guide, "Invoking Lambda function URLs": 429 above the concurrency. CloudFront
 * answers the others for an origin that refuses or is late.
 */
const REFUSALS = [429, 502, 503, 504];

function describe(answer: ProbeAnswer): string {
  const code = headerOf(answer, 'x-error-code');
  return code === '' ? `${answer.status}` : `${answer.status} ${code}`;
}

/** The answers by their status, the most frequent first. */
function tally(answers: readonly ProbeAnswer[]): string {
  const groups = [...Map.groupBy(answers, describe)].map(([name, same]) => [same.length, name]);
  return groups
    .sort(([a], [b]) => Number(b) - Number(a))
    .map(([count, name]) => `${count} × ${name}`)
    .join(', ');
}

/** One visitor's first view of a page with new images. */
export const PAGE_CHECK: Check<VerifySubject> = {
  name: 'page-at-once',
  title: 'All new renditions of a page arrive when they are requested together',
  failureMeans:
    'Visitors of a page with new images would miss some. Run `npx imagewell admin doctor --only lambda-quota`; it says which quota to request (lambda L-B99A9384), and the setting that leaves more executions to visitors.',
  needs: ['upload-and-save'],
  async run(subject) {
    const image = subject.images.small;
    if (!image) throw new Error('the image of an earlier check is missing');
    const quality = LOWEST_QUALITY + (Math.floor(subject.clock() / 1000) % QUALITIES);
    const base = image.imageUrl.replace(/\.\w+$/, '.webp');
    const widths = Array.from({ length: RENDITIONS_AT_ONCE }, (_, at) => FIRST_WIDTH + at);
    const startedAt = subject.now();
    const answers = await Promise.all(
      widths.map((width) => subject.http(`${base}?quality=${quality}&width=${width}`)),
    );
    const ms = Math.round(subject.now() - startedAt);
    const wrong = answers.filter(({ status, isWhole }) => status !== 200 || !isWhole);
    if (wrong.length === 0)
      return passed(`${answers.length} of ${answers.length} arrived.`, { ms });
    const refused = wrong.filter(({ status }) => REFUSALS.includes(status)).length;
    return failed(
      `${wrong.length} of ${answers.length} did not arrive, ${refused} of them refused: ${tally(wrong)}.`,
    );
  },
};
