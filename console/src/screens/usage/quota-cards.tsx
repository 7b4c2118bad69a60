import type { Usage } from 'imagewell-client';
import { FULL_TEXTS, formatAmount, KIND_NAMES, USAGE_TEXTS } from '../../texts/usage-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Meter } from '../../ui/meter.tsx';
import { type Day, type DayKind, forecast, inMonth, sumOf } from './forecast.ts';

/** In the order of the page. */
export const KINDS = Object.keys(KIND_NAMES) as readonly DayKind[];

const WARN_FROM = 0.8;
/** The last moment of a date in JavaScript. */
const LAST_TIME = 8.64e15;

const shareOf = ({ used, limit }: Usage['images']) =>
  limit === null ? 0 : limit === 0 ? 1 : used / limit;

const LOOKS = {
  bad: { kind: 'bad', icon: 'error' },
  warn: { kind: 'warn', icon: 'warn' },
  neutral: { kind: 'neutral', icon: 'info' },
  ok: { kind: 'ok', icon: 'check' },
} as const;

interface StateProps {
  readonly kind: DayKind;
  readonly share: number;
  readonly isTooMuch: boolean;
}

/** The state of a quota in a word; bandwidth is always called an estimate, and is never full. */
function State({ kind, share, isTooMuch }: StateProps) {
  const isEstimate = kind === 'bandwidthBytes';
  const isFull = share >= 1 && !isEstimate;
  const isNear = share >= WARN_FROM || isTooMuch;
  const look = LOOKS[isFull ? 'bad' : isNear ? 'warn' : isEstimate ? 'neutral' : 'ok'];
  const state = isFull ? USAGE_TEXTS.full : isNear ? USAGE_TEXTS.percent(share) : '';
  return (
    <Badge {...look}>
      {isEstimate ? USAGE_TEXTS.estimate(state) : state || USAGE_TEXTS.enough}
    </Badge>
  );
}

export interface QuotaProps {
  readonly used: Usage;
  readonly days: readonly Day[];
}

function QuotaCard({ kind, used: all, days }: QuotaProps & { readonly kind: DayKind }) {
  const { used, limit } = all[kind];
  // images stay from month to month; the other two start at zero
  const isKept = kind === 'images';
  const grown = isKept ? sumOf(inMonth(days), kind) : used;
  const expected = forecast(all[kind], grown, days.at(-1)?.date ?? '', all.resetsAt);
  const amount = expected?.amount ?? used;
  const share = shareOf(all[kind]);
  const whole = limit === null ? USAGE_TEXTS.noLimit : USAGE_TEXTS.of(formatAmount(kind, limit));
  const say = () => {
    if (!expected) return USAGE_TEXTS.noForecast;
    if (limit !== null && (isKept || amount > limit) && expected.fullAt < LAST_TIME) {
      return USAGE_TEXTS.fullOn(expected.fullAt);
    }
    const end = USAGE_TEXTS.byMonthEnd(formatAmount(kind, amount), all.resetsAt);
    return limit === null ? end : end + USAGE_TEXTS.isEnough(amount / limit);
  };
  return (
    <section class="panel quota">
      <header class="row">
        <h2>{KIND_NAMES[kind]}</h2>
        <State kind={kind} share={share} isTooMuch={limit !== null && amount > limit} />
      </header>
      <p class="fig">
        <b class="num">{formatAmount(kind, used)}</b> {whole}
      </p>
      <Meter
        label={KIND_NAMES[kind]}
        used={used}
        limit={limit}
        forecast={amount}
        text={`${formatAmount(kind, used)} ${whole}`}
      />
      {share < 1 && <p class="fc">{say()}</p>}
    </section>
  );
}

/** The three quotas: usage, limit and forecast; above them the first one that is used up. */
export function QuotaCards(props: QuotaProps) {
  const { used } = props;
  const { imagesRefusedUntil: refusedUntil } = used;
  const full = refusedUntil ? 'bandwidthBytes' : KINDS.find((kind) => shareOf(used[kind]) >= 1);
  return (
    <>
      {full && (
        <Banner
          kind={full === 'bandwidthBytes' && !refusedUntil ? 'warn' : 'bad'}
          title={USAGE_TEXTS.allUsed(KIND_NAMES[full], formatAmount(full, used[full].limit ?? 0))}
        >
          {(refusedUntil ? USAGE_TEXTS.refused : FULL_TEXTS[full])(
            USAGE_TEXTS.starts(used.resetsAt),
          )}
        </Banner>
      )}
      <div class="quotas">
        {KINDS.map((kind) => (
          <QuotaCard key={kind} kind={kind} {...props} />
        ))}
      </div>
    </>
  );
}
