import sharp from 'sharp';
import type { ConfirmedReason, Delivered, Finding, Job, Sent } from '../page/page-jobs.ts';
import type { Subject } from './check-image.ts';
import type { Oracle } from './open-oracle.ts';
import { stillOf } from './stills.ts';

/** The findings that aren't found again have this reason. */
export function confirmGone(
  findings: readonly Finding[],
  again: readonly Finding[],
  confirmed: ConfirmedReason,
): readonly Finding[] {
  const left = new Set(again.map(({ what }) => what));
  return findings.map((one) => (one.confirmed || left.has(one.what) ? one : { ...one, confirmed }));
}

/** Compares again with an original that has one image alone, if this one has more. */
async function confirmStill(
  oracle: Oracle,
  { bytes, type }: Subject,
  job: Job,
  findings: readonly Finding[],
): Promise<readonly Finding[]> {
  const still = stillOf(bytes, type);
  if (still === undefined) return findings;
  const original = oracle.images.add(still, type);
  try {
    // nothing differs from an image that isn't shown
    if (!(await oracle.show(original))?.isWhole) return findings;
    const again = await oracle.compare({ ...job, original });
    const reason = type === 'image/png' ? 'apng-still' : 'avif-sequence';
    const known = new Map(again.map((one) => [one.what, one]));
    // a difference that remains has the reason that it has of the still image
    return confirmGone(findings, again, reason).map((one) => known.get(one.what) ?? one);
  } finally {
    oracle.images.drop(original);
  }
}

/** Compares an AVIF again as libheif reads it, in place of the browser. */
async function confirmAvif(
  oracle: Oracle,
  job: Job,
  findings: readonly Finding[],
): Promise<readonly Finding[]> {
  const delivered = job.delivered.find(({ name }) => name === '.avif');
  const isAlpha = findings.some(({ what }) => what === '.avif alpha');
  const bytes = delivered && oracle.images.bytesOf(delivered);
  if (!isAlpha || !delivered || !bytes) return findings;
  const png = oracle.images.add(await sharp(bytes).png().toBuffer(), 'image/png');
  try {
    const one: Delivered = { ...delivered, ...(png satisfies Sent) };
    const again = await oracle.compare({ ...job, delivered: [one] });
    const [own, other] = [
      findings.filter(({ what }) => what.startsWith('.avif ')),
      findings.filter(({ what }) => !what.startsWith('.avif ')),
    ];
    return [...other, ...confirmGone(own, again, 'avif-alpha')];
  } finally {
    oracle.images.drop(png);
  }
}

/** The findings, each with the reason that another comparison confirms. */
export async function confirmFindings(
  oracle: Oracle,
  subject: Subject,
  job: Job,
  findings: readonly Finding[],
): Promise<readonly Finding[]> {
  if (findings.length === 0) return findings;
  return confirmAvif(oracle, job, await confirmStill(oracle, subject, job, findings));
}
