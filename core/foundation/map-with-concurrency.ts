/**
 * Maps each item with this concurrency, and answers the results in order; the first failure is
 * thrown after the calls in progress have ended.
 */
export async function mapWithConcurrency<In, Out>(
  all: readonly In[],
  maxAtOnce: number,
  work: (input: In) => Promise<Out>,
): Promise<Out[]> {
  const result = new Map<number, Out>();
  const failed: unknown[] = [];
  const remaining = all.map((input, at) => ({ input, at }));
  const go = async () => {
    for (let next = remaining.shift(); next && failed.length === 0; next = remaining.shift()) {
      const { input, at } = next;
      await work(input).then(
        (out) => result.set(at, out),
        (error: unknown) => failed.push(error),
      );
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxAtOnce, all.length) }, go));
  if (failed.length > 0) throw failed[0];
  return all.map((_, at) => result.get(at) as Out);
}
