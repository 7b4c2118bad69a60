import type { Finding, Job } from '../page/page-jobs.ts';
import { confirmGone } from './confirm-findings.ts';
import { deliver } from './deliver.ts';
import type { Oracle } from './open-oracle.ts';
import type { Rendition } from './renditions.ts';
import type { TestedService } from './save-image.ts';

/** The renditions of an image, and where they come from. */
interface Asked {
  readonly oracle: Oracle;
  readonly service: TestedService;
  readonly path: string;
  readonly renditions: readonly Rendition[];
}

/** Asks again for the still renditions that differ in colour, at the highest quality. */
export async function confirmQuality(
  { oracle, service, path, renditions }: Asked,
  job: Job,
  findings: readonly Finding[],
): Promise<readonly Finding[]> {
  const isOpen = (one: Rendition) =>
    one.format === 'jpg' &&
    findings.some(({ what, confirmed }) => what === `${one.name} colour` && !confirmed);
  const isPngRight = !findings.some(({ what }) => what.startsWith('.png '));
  const open = renditions.filter(isOpen);
  if (open.length === 0 || !isPngRight) return findings;
  const best = open.map((one) => {
    return { ...one, query: `${one.query}&quality=100` };
  });
  const { delivered, ...failed } = await deliver(oracle, service, path, best);
  try {
    if (failed.findings.length + failed.serverErrors.length > 0) return findings;
    const again = await oracle.compare({ ...job, delivered });
    const names = new Set(open.map(({ name }) => `${name} colour`));
    const [own, others] = [
      findings.filter(({ what }) => names.has(what)),
      findings.filter(({ what }) => !names.has(what)),
    ];
    return [...others, ...confirmGone(own, again, 'jpeg-quality')];
  } finally {
    for (const one of delivered) oracle.images.drop(one);
  }
}
