/** Longer than any image takes on a busy machine. */
const ANSWER_MS = 120_000;

/** Throws where the answer never comes. */
export function within<T>(answerer: string, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`the ${answerer} does not answer`)), ANSWER_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
