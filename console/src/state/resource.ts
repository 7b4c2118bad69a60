import { ImagewellError } from 'imagewell-client';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { renewals } from './session/renewals.ts';

/** The state of a resource that a screen reads from the service. */
export interface Resource<T> {
  /** The last that came; it stays while it is read again. */
  readonly data: T | undefined;
  readonly fault: unknown;
  readonly isLoading: boolean;
  /** It has been loading for 150 ms: time for a skeleton. */
  readonly isSlow: boolean;
  readonly reload: () => void;
}

const SLOW_MS = 150;

interface State<T> {
  readonly key: string;
  readonly data?: T;
  readonly fault?: unknown;
  readonly isLoading: boolean;
  readonly isSlow: boolean;
}

/**
 * Reads a resource, and again when `key` changes; answers for a former key are dropped. A fault
 * keeps the data. After a fault it is also read again when a session that ended begins again.
 */
export function useResource<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
): Resource<T> {
  const [state, setState] = useState<State<T>>({ key, isLoading: true, isSlow: false });
  const [times, setTimes] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    const stop = new AbortController();
    const change = (part: Partial<State<T>>) =>
      setState((was) => ({
        ...(was.key === key ? was : { isLoading: true, isSlow: false }),
        key,
        ...part,
      }));
    change({ isLoading: true });
    const timer = setTimeout(() => change({ isSlow: true }), SLOW_MS);
    void latest
      .current(stop.signal)
      .then(
        (data) => ({ data, fault: undefined }),
        (fault: unknown) => ({ fault }),
      )
      .then((part) => {
        clearTimeout(timer);
        if (!stop.signal.aborted) change({ ...part, isLoading: false, isSlow: false });
      });
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [key, times]);
  const reload = useCallback(() => setTimes((was) => was + 1), []);
  const round = renewals.value;
  useEffect(() => {
    if (state.fault !== undefined) reload();
  }, [round]);
  const isStale = state.key !== key;
  return {
    data: isStale ? undefined : state.data,
    fault: isStale ? undefined : state.fault,
    isLoading: isStale || state.isLoading,
    isSlow: !isStale && state.isSlow,
    reload,
  };
}

/** How long the service asks to wait before the next try, in seconds. */
export function readWait(fault: unknown): number {
  return fault instanceof ImagewellError ? (fault.retryAfterSeconds ?? 0) : 0;
}
