/** Does something with each item, so many at a time; begins no other once the signal is aborted. */
export async function inParallel<Item>(
  items: readonly Item[],
  { atOnce, signal }: { readonly atOnce: number; readonly signal: AbortSignal },
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const work = async () => {
    for (const item of rest) {
      if (signal.aborted) return;
      await run(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
}
