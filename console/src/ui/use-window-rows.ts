import {
  defaultRangeExtractor,
  observeWindowOffset,
  observeWindowRect,
  type VirtualItem,
  Virtualizer,
  windowScroll,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';

export interface WindowRowsOptions {
  readonly count: number;
  /** Of each row, in px, with the gap below it. */
  readonly rowHeight: number;
  /** The element that the rows are in. */
  readonly container: RefObject<HTMLElement | null>;
  /** A row that stays drawn although it is out of sight: that of the focus. */
  readonly keptRow: number;
}

export interface WindowRows {
  readonly rows: readonly VirtualItem[];
  /** Of all rows, in px. */
  readonly height: number;
  /** Where a row starts within the container. */
  readonly startOf: (row: VirtualItem) => number;
  readonly scrollToRow: (row: number) => void;
}

/** Room for bars that lie over the page: the top bar of phones, tabs, the selection. */
const PADDING_START = 72;
const PADDING_END = 132;

/** The rows of a long list that are in the window, which is what scrolls. */
export function useWindowRows(options: WindowRowsOptions): WindowRows {
  const { count, rowHeight, container, keptRow } = options;
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const [margin, setMargin] = useState(0);
  const made = useRef<Virtualizer<Window, Element> | null>(null);
  const given = {
    count,
    overscan: 3,
    scrollMargin: margin,
    scrollPaddingStart: PADDING_START,
    scrollPaddingEnd: PADDING_END,
    estimateSize: () => rowHeight,
    getScrollElement: () => window,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    initialOffset: () => window.scrollY,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    rangeExtractor: (range: Parameters<typeof defaultRangeExtractor>[0]) => {
      const drawn = defaultRangeExtractor(range);
      const isMissing = keptRow < range.count && !drawn.includes(keptRow);
      return isMissing ? [...drawn, keptRow].sort((a, b) => a - b) : drawn;
    },
    onChange: () => redraw(undefined),
  };
  const virtualizer = made.current ?? new Virtualizer<Window, Element>(given);
  made.current = virtualizer;
  virtualizer.setOptions(given);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => {
    virtualizer._willUpdate();
    const top = container.current?.getBoundingClientRect().top ?? 0;
    setMargin(Math.round(top + window.scrollY)); // what stands above may have changed
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  return {
    rows: virtualizer.getVirtualItems(),
    height: virtualizer.getTotalSize(),
    startOf: (row) => row.start - margin,
    scrollToRow: (row) => virtualizer.scrollToIndex(row, { align: 'auto' }),
  };
}
