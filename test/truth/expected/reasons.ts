/** Why an image may differ from its original, by the names that `differences.tsv` uses. */
export const REASONS = {
  'avif-alpha':
    'Chromium shows a soft alpha of AVIF wrong: the same file is right in libavif and in sharp.',
  'apng-still':
    'An animated PNG is stored as its default image, which is not its first frame here.',
} as const satisfies Readonly<Record<string, string>>;

/** The name of a reason. */
export type ReasonName = keyof typeof REASONS;

/** Whether it names a reason of the table. */
export const isReason = (name: string): name is ReasonName => Object.hasOwn(REASONS, name);
