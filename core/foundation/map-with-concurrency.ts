/**
 * Does this with each, so many at once, and answers what came of them in their order; the first
 * failure is thrown when those under way have ended.
 */
export async function mapWithConcurrency<In, Out>(
  all: readonly In[],
  maxAtOnce: number,
  work: (one: In) => Promise<Out>,
): Promise<Out[]> {
  const made = new Map<number, Out>();
  const failed: unknown[] = [];
  const left = all.map((one, at) => ({ one, at }));
  const go = async () => {
    for (let next = left.shift(); next && failed.length === 0; next = left.shift()) {
      const { one, at } = next;
      await work(one).then(
        (out) => made.set(at, out),
        (error: unknown) => failed.push(error),
      );
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxAtOnce, all.length) }, go));
  if (failed.length > 0) throw failed[0];
  return all.map((_, at) => made.get(at) as Out);
}
