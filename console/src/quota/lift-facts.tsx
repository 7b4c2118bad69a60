import { usage } from '../state/projects.ts';
import { formatBytes, formatNumber } from '../texts/format.ts';
import { QUOTA_TEXTS } from '../texts/quota-texts.ts';
import { Facts } from '../ui/facts.tsx';
import { machineLimits } from './lifted-limits.ts';

/** The limits before and after, the free disk, and how long it holds. */
export function LiftFacts() {
  const used = usage.value;
  const free = machineLimits.value?.freeBytes ?? null;
  const becomes = (before: string) => (
    <>
      {before} <span class="dim">{QUOTA_TEXTS.becomes}</span> {QUOTA_TEXTS.noLimit}
    </>
  );
  return (
    <>
      <Facts
        of={[
          !!used && [QUOTA_TEXTS.images, becomes(formatNumber(used.images.limit ?? 0))],
          !!used && [
            QUOTA_TEXTS.renditions,
            becomes(QUOTA_TEXTS.aMonth(used.transformations.limit ?? 0)),
          ],
          free !== null && [QUOTA_TEXTS.disk, QUOTA_TEXTS.free(formatBytes(free))],
        ]}
      />
      <p class="dim">{QUOTA_TEXTS.holds}</p>
    </>
  );
}
