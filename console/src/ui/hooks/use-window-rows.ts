import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

export interface WindowRowsOptions {
  readonly count: number;
  /** Of each row, in px, with the gap below it. */
  readonly rowHeight: number;
  /** The element that the rows are in. */
  readonly container: RefObject<HTMLElement | null>;
  /** A row that stays drawn although it is out of sight, because it has the focus. */
  readonly keptRow: number;
}

export interface WindowRows {
  /** The rows to draw, in order. */
  readonly rows: readonly number[];
  /** The last row in sight, or just below it. */
  readonly lastRow: number;
  /** Of all rows, in px. */
  readonly height: number;
  readonly scrollToRow: (row: number) => void;
}

/** Rows that are drawn above and below the visible ones. */
const OVERSCAN = 3;
/** Room for bars that lie over the page: the top bar of phones, tabs, the selection. */
const PADDING_TOP = 72;
const PADDING_BOTTOM = 132;

interface Range {
  readonly first: number;
  readonly last: number;
}

/**
 * The rows of a long list that are in the window, which is what scrolls. All have one height, so
 * the range is a division.
 */
export function useWindowRows(options: WindowRowsOptions): WindowRows {
  const { count, rowHeight, container, keptRow } = options;
  const [range, setRange] = useState<Range>({ first: 0, last: 0 });
  const measure = () => {
    const top = container.current?.getBoundingClientRect().top ?? 0;
    const first = Math.max(0, Math.floor(-top / rowHeight) - OVERSCAN);
    const last = Math.ceil((window.innerHeight - top) / rowHeight) + OVERSCAN;
    setRange((was) => (was.first === first && was.last === last ? was : { first, last }));
  };
  useLayoutEffect(measure); // the rows above may have changed
  useEffect(() => {
    const stop = new AbortController();
    addEventListener('scroll', measure, { passive: true, signal: stop.signal });
    addEventListener('resize', measure, { signal: stop.signal });
    return () => stop.abort();
  }, [rowHeight]);
  const end = Math.min(count, range.last + 1);
  const start = Math.min(range.first, end);
  const rows = Array.from({ length: end - start }, (_, at) => start + at);
  if (keptRow < start) rows.unshift(keptRow);
  else if (keptRow >= end && keptRow < count) rows.push(keptRow);
  return {
    rows,
    lastRow: end - 1,
    height: count * rowHeight,
    scrollToRow(row) {
      const top = (container.current?.getBoundingClientRect().top ?? 0) + row * rowHeight;
      const below = top + rowHeight + PADDING_BOTTOM - window.innerHeight;
      if (top < PADDING_TOP) scrollBy(0, top - PADDING_TOP);
      else if (below > 0) scrollBy(0, Math.min(below, top - PADDING_TOP));
    },
  };
}
