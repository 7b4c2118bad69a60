import { LIMITS } from '../../foundation/limits.ts';
import { textToSign } from '../../images/canonical-address.ts';
import type { AnyImageId } from '../../images/ids.ts';
import type { ImageFacts } from '../../images/image-states.ts';
import { endOfKeeping, type Kept } from '../../images/kept/keeping.ts';
import type { Services } from '../../ports/services.ts';
import { sign } from '../../projects/signing-secrets.ts';

type Needs = Pick<Services, 'clock' | 'cdnUrl'>;

/**
 * The address that shows kept bytes to members for LIMITS.reviewUrlSeconds, unchanged and kept by
 * no cache (keeping.shown).
 */
export function keptUrl(
  { clock, cdnUrl }: Needs,
  id: AnyImageId,
  format: ImageFacts['format'],
  { secret }: Kept,
) {
  const expires = Math.floor(clock() / 1000) + LIMITS.reviewUrlSeconds;
  const text = textToSign(id, format, { expires });
  return `${cdnUrl}${text}&signature=${sign(text, secret)}`;
}

/** Whether bytes are kept still, by the project's present setting. */
export function isKept(kept: Kept | undefined, keepDays: number, now: number): kept is Kept {
  return kept !== undefined && now < endOfKeeping(kept, keepDays);
}

/** The facts of kept bytes as the API shows them. */
export function keptFacts(facts: ImageFacts) {
  const { format, width, height, bytes, sha256, originalFilename, mainColor, thumbhash } = facts;
  return { format, width, height, bytes, sha256, originalFilename, mainColor, thumbhash };
}
