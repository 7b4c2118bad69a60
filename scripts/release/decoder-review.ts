const DAY_MS = 86_400_000;
const REVIEWED = /^Last review of the decoders: (\d{4}-\d{2}-\d{2})\.$/m;

/** The days that a review of the decoders holds. */
export const REVIEW_DAYS = 180;

/** When the decoders in WebAssembly were last reviewed, by SECURITY.md, at 0:00 UTC. */
export function lastReview(security: string): Date {
  const [, day = ''] = REVIEWED.exec(security) ?? [];
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day) {
    throw new Error('SECURITY.md has no line "Last review of the decoders: YYYY-MM-DD."');
  }
  return date;
}

/** The state of the review at a time, as the workflow decoders.yml reads it. */
export interface DecoderReview {
  readonly isDue: boolean;
  /** A sentence for the maintainers. */
  readonly text: string;
}

/** Whether more than {@link REVIEW_DAYS} days have passed since the last review. */
export function reviewAt(security: string, now: Date): DecoderReview {
  const last = lastReview(security);
  const days = Math.floor((now.getTime() - last.getTime()) / DAY_MS);
  const day = last.toISOString().slice(0, 10);
  const text =
    `The last review of the decoders in WebAssembly was on ${day}, ${days} days ago. ` +
    'Compare their versions and known faults with the table in SECURITY.md, and write the new day there.';
  return { isDue: days > REVIEW_DAYS, text };
}
