import { RENDITIONS_AT_ONCE } from '../../lib/quotas/concurrency.ts';
import { headerOf, type ProbeAnswer } from '../checks/http-probe.ts';
import { type Check, failed, passed } from '../checks/run-checks.ts';
import type { VerifySubject } from './subject.ts';

/** Widths that no other check requests; the quality is of this run, so that all are new. */
const [FIRST_WIDTH, LOWEST_QUALITY, QUALITIES] = [201, 40, 50];
/** Requests of a late rendition, after the page's own. */
const LATE_TRIES = 10;
const PAUSE_MS = 1_000;

const codeOf = (answer: ProbeAnswer): string => headerOf(answer, 'x-error-code');
const isThere = ({ status, isWhole }: ProbeAnswer): boolean => status === 200 && isWhole;

/**
 * Too slow for this request and not refused: the origin's deadline, or the renderer's. The service
 * promises that a retry succeeds.
 */
const isLate = (answer: ProbeAnswer): boolean => answer.status === 504 || codeOf(answer) === 'busy';

/**
 * Lambda Developer Guide, "Invoking Lambda function URLs": 429 above the concurrency. CloudFront
 * has 503 for an origin without capacity. Our own refusals have a code.
 */
const isRefused = (answer: ProbeAnswer): boolean =>
  codeOf(answer) === '' && [429, 502, 503].includes(answer.status);

async function askLate({ http, pause }: VerifySubject, url: string): Promise<ProbeAnswer> {
  for (let tried = 1; ; tried += 1) {
    const answer = await http(url);
    if (!isLate(answer) || tried === LATE_TRIES) return answer;
    await pause(PAUSE_MS);
  }
}

/** The answers of one page, and those of its late renditions in the end. */
async function requestPage(subject: VerifySubject, urls: readonly string[]) {
  const first = await Promise.all(urls.map((url) => subject.http(url)));
  const last: ProbeAnswer[] = [];
  for (const [at, answer] of first.entries()) {
    last.push(isLate(answer) ? await askLate(subject, urls[at] ?? '') : answer);
  }
  return { last, late: first.filter(isLate).length };
}

function describe(answer: ProbeAnswer): string {
  return `${answer.status} ${codeOf(answer)}`.trim();
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
    const urls = widths.map((width) => `${base}?quality=${quality}&width=${width}`);
    const startedAt = subject.now();
    const { last, late } = await requestPage(subject, urls);
    const ms = Math.round(subject.now() - startedAt);
    const wrong = last.filter((answer) => !isThere(answer));
    if (wrong.length > 0) {
      const refused = wrong.filter(isRefused).length;
      return failed(
        `${wrong.length} of ${urls.length} did not arrive, ${refused} of them refused: ${tally(wrong)}.`,
      );
    }
    const slow = late > 0 ? `, ${late} of them only after a retry` : '';
    return passed(`${urls.length} of ${urls.length} arrived${slow}.`, { ms });
  },
};
