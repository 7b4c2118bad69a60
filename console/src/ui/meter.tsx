export interface MeterProps {
  readonly label: string;
  readonly used: number;
  /** Of all; null has no limit and draws nothing. */
  readonly limit: number | null;
  /** The expected value at the end, drawn at 30 %. */
  readonly forecast?: number;
  /** Said aloud, and the unit with it: "41 of 50". */
  readonly text: string;
}

const WARN_FROM = 0.8;

const classOf = (share: number) =>
  share < 1 ? (share < WARN_FROM ? 'meter' : 'meter warn') : 'meter full';

/**
 * How much of a whole is used; amber from 80 %, red when full. Measures are SVG attributes, for the
 * policy.
 */
export function Meter({ label, used, limit, forecast, text }: MeterProps) {
  if (limit === null) return null;
  const percent = (value: number) => Math.min(100, limit === 0 ? 100 : (value / limit) * 100);
  return (
    <div
      class={classOf(used / limit)}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={limit}
      aria-valuenow={Math.min(used, limit)}
      aria-valuetext={text}
    >
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        {forecast !== undefined && <rect class="m-forecast" width={percent(forecast)} height="1" />}
        <rect class="m-used" width={percent(used)} height="1" />
      </svg>
    </div>
  );
}
