import type { ApiKey } from '../../state/api-key.ts';
import { formatDuration, formatMoment } from '../../texts/format.ts';
import { KEYS_TEXTS } from '../../texts/keys-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Meter } from '../../ui/meter.tsx';
import { When } from '../../ui/when.tsx';

export interface RotationBannerProps {
  /** The key that ends. */
  readonly old: ApiKey;
  /** When the new key was made, RFC 3339. */
  readonly since: string;
  readonly now: number;
  /** Absent where the role may not end it. */
  readonly onEnd?: (() => void) | undefined;
}

const at = (time: string | null) => (time === null ? 0 : new Date(time).getTime());

/**
 * A rotation in progress: the time that the old key still works, and whether a client still uses
 * it.
 */
export function RotationBanner({ old, since, now, onEnd }: RotationBannerProps) {
  const end = at(old.expiresAt);
  const whole = end - at(since);
  const gone = Math.min(whole, Math.max(0, now - at(since)));
  const told = KEYS_TEXTS.overlapOf(formatDuration(gone), formatDuration(whole));
  const isHeld = at(old.lastUsedAt) > at(since);
  return (
    <section class="banner info rot" aria-label={KEYS_TEXTS.rotating(old.name)}>
      <Icon name="rotate" />
      <div class="grow">
        <b>{KEYS_TEXTS.rotating(old.name)}</b> {KEYS_TEXTS.oldEndsIn}{' '}
        <b class="num">{formatDuration(end - now)}</b>,{' '}
        {KEYS_TEXTS.oldEndsOn(formatMoment(old.expiresAt ?? ''))}{' '}
        {old.lastUsedAt === null ? (
          KEYS_TEXTS.neverUsed
        ) : (
          <>
            {isHeld ? KEYS_TEXTS.stillHeld : KEYS_TEXTS.usedBefore} <When at={old.lastUsedAt} />.
          </>
        )}{' '}
        {KEYS_TEXTS.lastUseRule}
        <div class="rot-bar">
          <Meter label={KEYS_TEXTS.overlap} used={gone} limit={whole} text={told} />
          <span class="num">{told}</span>
        </div>
      </div>
      {onEnd && (
        <Button size="small" isDanger onClick={onEnd}>
          {KEYS_TEXTS.endOldNow}
        </Button>
      )}
    </section>
  );
}
