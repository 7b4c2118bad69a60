import { usage } from '../state/projects.ts';
import { formatBytes, formatNumber } from '../texts/format.ts';
import { QUOTA_TEXTS } from '../texts/quota-texts.ts';
import { machineLimits } from './lifted-limits.ts';

/** The limits before and after, the free disk, and how long it holds. */
export function LiftFacts() {
  const used = usage.value;
  const free = machineLimits.value?.freeBytes ?? null;
  const becomes = (before: string) => (
    <dd>
      {before} <span class="dim">{QUOTA_TEXTS.becomes}</span> {QUOTA_TEXTS.noLimit}
    </dd>
  );
  return (
    <>
      <dl class="facts">
        {used && <dt>{QUOTA_TEXTS.images}</dt>}
        {used && becomes(formatNumber(used.images.limit ?? 0))}
        {used && <dt>{QUOTA_TEXTS.renditions}</dt>}
        {used && becomes(QUOTA_TEXTS.aMonth(used.transformations.limit ?? 0))}
        {free !== null && <dt>{QUOTA_TEXTS.disk}</dt>}
        {free !== null && <dd>{QUOTA_TEXTS.free(formatBytes(free))}</dd>}
      </dl>
      <p class="dim">{QUOTA_TEXTS.holds}</p>
    </>
  );
}
