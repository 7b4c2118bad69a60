import { useState } from 'preact/hooks';
import { formatUtcDay } from '../texts/format.ts';
import { USAGE_TEXTS } from '../texts/usage-texts.ts';
import { Icon } from './icon.tsx';

const LINES = 4;
const BAR = 10;
/** A day without usage, so that it is seen as one. */
const ZERO = 0.8;
/** Labels under the bars stand at least so many bars apart. */
const APART = 4;
const WEEK = 7;

/** The value of the first line above 0: 1, 2 or 5 and zeros. */
function stepFor(most: number): number {
  const least = Math.max(1, most / LINES);
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((one) => one * power >= least) ?? 10);
}

/** The bars with a label: the first day, each week of the month, and today. */
function labelled(count: number, month: number): readonly number[] {
  const last = count - 1;
  const weeks = [0, 1, 2, 3, 4].map((week) => month + week * WEEK);
  return [...(month >= APART ? [0] : []), ...weeks.filter((at) => at <= last - APART), last];
}

export interface ChartDay {
  /** In UTC, `2026-11-05`. */
  readonly date: string;
  readonly value: number;
}

export interface DayChartProps {
  /** Oldest first; the last one is today. */
  readonly days: readonly ChartDay[];
  /** Writes a value: "63" or "710 MB". */
  readonly write: (value: number) => string;
  /** The verb of the values: made, sent. */
  readonly deed: string;
}

interface BarsProps {
  readonly values: readonly number[];
  /** The index of the first day of the month. */
  readonly month: number;
  /** The value of the first line above 0. */
  readonly step: number;
  readonly at: number;
  readonly label: string;
}

function Bars({ values, month, step, at, label }: BarsProps) {
  const width = BAR * values.length;
  return (
    <svg viewBox={`0 0 ${width} 100`} preserveAspectRatio="none" role="img" aria-label={label}>
      {[0, 25, 50, 75, 100].map((y) => (
        <line key={y} class="gl" x2={width} y1={y} y2={y} />
      ))}
      {values.map((value, index) => {
        const height = value === 0 ? ZERO : (100 * value) / (LINES * step);
        const look = `${index < month ? 'b-old' : 'b'}${value === 0 ? ' zero' : ''}`;
        return (
          <rect
            key={index}
            class={index === at ? `${look} at` : look}
            x={BAR * index + 1.3}
            y={100 - height}
            width={7.4}
            height={height}
          />
        );
      })}
      {month > 0 && <line class="month" x1={BAR * month} x2={BAR * month} y2="100" />}
    </svg>
  );
}

interface MonthProps extends DayChartProps {
  readonly month: number;
}

function Dates({ days, month }: Pick<MonthProps, 'days' | 'month'>) {
  const last = days.length - 1;
  const dateOf = (index: number) => days[index]?.date ?? '';
  return (
    <div class="x" aria-hidden="true">
      {labelled(days.length, month).map((index) => (
        <span
          key={index}
          class={index === last ? 'x4' : index > month ? 'x2' : undefined}
          style={{ gridColumn: index + 1 }}
        >
          {index === last
            ? USAGE_TEXTS.today
            : index > month
              ? Number(dateOf(index).slice(8))
              : formatUtcDay(dateOf(index))}
        </span>
      ))}
    </div>
  );
}

function Legend({ days, write, month }: Omit<MonthProps, 'deed'>) {
  const sum = (some: readonly ChartDay[]) => (
    <b class="num">{write(some.reduce((all, { value }) => all + value, 0))}</b>
  );
  return (
    <p class="legend">
      <span>
        <i class="k k1" />
        {USAGE_TEXTS.thisMonth(days[month]?.date ?? '')}
        {sum(days.slice(month))}
      </span>
      {month > 0 && (
        <span>
          <i class="k k0" />
          {USAGE_TEXTS.before(days[0]?.date ?? '')}
          {sum(days.slice(0, month))}
        </span>
      )}
    </p>
  );
}

interface PlotProps extends MonthProps {
  readonly values: readonly number[];
  readonly step: number;
}

/** The bars, and the day that a pointer or the arrow keys choose. */
function Plot({ days, write, deed, month, values, step }: PlotProps) {
  const count = days.length;
  const [at, setAt] = useState(count - 1);
  const amount = write(values[at] ?? 0);
  const day = USAGE_TEXTS.dayOf(days[at]?.date ?? '');
  const most = values.indexOf(Math.max(...values));
  const point = ({ clientX, currentTarget }: PointerEvent & { currentTarget: HTMLElement }) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / width) * count);
    setAt(Math.max(0, Math.min(count - 1, index)));
  };
  return (
    <div class="plot" onPointerMove={point} onPointerDown={point}>
      <input
        type="range"
        min="0"
        max={count - 1}
        value={at}
        aria-label={USAGE_TEXTS.day}
        aria-valuetext={`${day}: ${amount} ${deed}`}
        onInput={({ currentTarget }) => setAt(Number(currentTarget.value))}
      />
      <Bars
        values={values}
        month={month}
        step={step}
        at={at}
        label={USAGE_TEXTS.most(write(values[most] ?? 0), days[most]?.date ?? '')}
      />
      <span
        class={at < count / 2 ? 'tip' : 'tip left'}
        style={{ left: `${((at + 0.5) / count) * 100}%` }}
        aria-hidden="true"
      >
        <b class="num">{amount}</b> {deed}
        <small>{day}</small>
      </span>
    </div>
  );
}

/** A bar a day; those of former months are grey. Arrow keys go along the bars. */
export function DayChart({ days, write, deed }: DayChartProps) {
  const today = days.at(-1);
  if (!today) return null;
  const values = days.map(({ value }) => value);
  const step = stepFor(Math.max(...values));
  const month = days.findIndex(({ date }) => date.startsWith(today.date.slice(0, 7)));
  return (
    <>
      <div class="chart">
        <div class="y num" aria-hidden="true">
          {[4, 3, 2, 1, 0].map((line) => (
            <span key={line}>{write(line * step)}</span>
          ))}
        </div>
        <Plot days={days} write={write} deed={deed} month={month} values={values} step={step} />
        <Dates days={days} month={month} />
      </div>
      <Legend days={days} write={write} month={month} />
    </>
  );
}

export interface DayColumn<T> {
  readonly head: string;
  readonly write: (day: T) => string;
}

export interface DayTableProps<T> {
  readonly days: readonly T[];
  readonly columns: readonly DayColumn<T>[];
}

/** The same days in numbers. */
export function DayTable<T extends { readonly date: string }>({ days, columns }: DayTableProps<T>) {
  return (
    <details class="more in">
      <summary>
        <Icon name="right" />
        {USAGE_TEXTS.asTable}
      </summary>
      <table class="t tight days">
        <thead>
          <tr>
            <th scope="col">{USAGE_TEXTS.day}</th>
            {columns.map(({ head }) => (
              <th key={head} scope="col" class="r">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.date}>
              <th scope="row">{formatUtcDay(day.date)}</th>
              {columns.map(({ head, write }) => (
                <td key={head} class="r num">
                  {write(day)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
