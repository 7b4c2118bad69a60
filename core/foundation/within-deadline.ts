/** Marks that work was still running after its deadline. */
export const TIMED_OUT = Symbol('timed out');

/**
 * The result of the work, or TIMED_OUT after this number of milliseconds; the work itself
 * continues.
 */
export async function withinDeadline<T>(
  work: Promise<T>,
  deadlineMs: number,
): Promise<T | typeof TIMED_OUT> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<typeof TIMED_OUT>((resolve) => {
    timer = setTimeout(() => resolve(TIMED_OUT), deadlineMs);
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined); // a late failure of abandoned work has no receiver
  }
}
