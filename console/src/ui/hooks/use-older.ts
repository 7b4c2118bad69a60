import { useState } from 'preact/hooks';
import { useAction } from './use-action.ts';

/** A page of a list, and the cursor of the next one. */
export interface PageOfRows<Row> {
  readonly rows: readonly Row[];
  readonly cursor: string | null;
}

/** The pages after a first one. */
interface Older<Row> extends PageOfRows<Row> {
  /** Another first page, as after a retry, starts again. */
  readonly after: PageOfRows<Row> | undefined;
}

/** The rows of the first page with those of the pages that were read after it. */
export function useOlder<Row>(
  first: PageOfRows<Row> | undefined,
  read: (cursor: string) => Promise<PageOfRows<Row>>,
) {
  const [older, setOlder] = useState<Older<Row>>();
  const { isBusy, fault, run } = useAction();
  const rest = older?.after === first ? older : undefined;
  const { cursor } = rest ?? first ?? { cursor: null };
  const more = rest?.rows ?? [];
  const load = () =>
    run(async () => {
      if (cursor === null) return;
      const next = await read(cursor);
      setOlder({ ...next, after: first, rows: [...more, ...next.rows] });
    });
  const rows = [...(first?.rows ?? []), ...more];
  return { rows, hasMore: cursor !== null, isBusy, fault, load };
}
