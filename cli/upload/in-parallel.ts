/**
 * Does something with each item, so many at a time. Begins no other once the signal is aborted or
 * one has failed; rejects with the first failure when the items in progress have ended.
 */
export async function inParallel<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  { atOnce, signal }: { readonly atOnce: number; readonly signal: AbortSignal },
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const rest =
    Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const failures: unknown[] = [];
  const mayBegin = () => !signal.aborted && failures.length === 0;
  const work = async () => {
    while (mayBegin()) {
      const { done, value } = await rest.next();
      if (done || !mayBegin()) return;
      await run(value);
    }
  };
  const workers = Array.from({ length: atOnce }, () =>
    work().catch((error: unknown) => void failures.push(error)),
  );
  await Promise.all(workers);
  await rest.return?.();
  if (failures.length > 0) throw failures[0];
}
