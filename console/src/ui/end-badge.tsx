import { daysUntil, formatDuration } from '../texts/format.ts';
import { UI_TEXTS } from '../texts/ui-texts.ts';
import { Badge } from './badge.tsx';
import { When } from './when.tsx';

const DAY_MS = 86_400_000;
const SOON_MS = 7 * DAY_MS;

export interface EndBadgeProps {
  /** RFC 3339. */
  readonly at: string;
  readonly now: number;
  /** How near an end is marked; seven days unless said otherwise. */
  readonly soonMs?: number;
}

/** When something ends: the date, or where it is near, how long it still lasts. */
export function EndBadge({ at, now, soonMs = SOON_MS }: EndBadgeProps) {
  const left = new Date(at).getTime() - now;
  if (left > SOON_MS) return <When at={at} isDay />;
  const text =
    left < DAY_MS ? UI_TEXTS.inTime(formatDuration(left)) : UI_TEXTS.inDays(daysUntil(at, now));
  if (left > soonMs) return <>{text}</>;
  return (
    <Badge kind="warn" icon="clock">
      {text}
    </Badge>
  );
}
