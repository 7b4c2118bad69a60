/** Marks that work was still running when its time was over. */
export const TIMED_OUT = Symbol('timed out');

/** What the work comes to, or TIMED_OUT after so many milliseconds; the work itself goes on. */
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
    work.catch(() => undefined); // a late failure of abandoned work has nobody to tell
  }
}
