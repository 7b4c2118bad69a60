/**
 * The result of a check. `detail` is one sentence; `measured` has figures with units in the names.
 */
export interface Outcome {
  readonly state: 'passed' | 'failed' | 'warned' | 'skipped';
  readonly detail: string;
  readonly measured?: Readonly<Record<string, number>>;
}

/** One thing that must hold, of its `Subject`. */
export interface Check<Subject> {
  /** Kebab-case; `--only` takes it, and docs/deploy.md names it. */
  readonly name: string;
  readonly title: string;
  /** The cause to look for, and the next step. */
  readonly failureMeans: string;
  /** Checks that must have passed before this one can tell anything. */
  readonly needs?: readonly string[];
  run(subject: Subject): Promise<Outcome>;
}

export interface CheckResult extends Outcome {
  readonly name: string;
  readonly title: string;
  /** Only of a check that did not pass. */
  readonly failureMeans?: string;
  readonly durationMs: number;
}

export const passed = (detail: string, measured?: Outcome['measured']): Outcome => ({
  state: 'passed',
  detail,
  ...(measured ? { measured } : {}),
});
export const failed = (detail: string): Outcome => ({ state: 'failed', detail });
export const warned = (detail: string): Outcome => ({ state: 'warned', detail });
export const skipped = (detail: string): Outcome => ({ state: 'skipped', detail });

async function outcomeOf<Subject>(check: Check<Subject>, subject: Subject): Promise<Outcome> {
  try {
    return await check.run(subject);
  } catch (error) {
    const { name, message } = error as Error;
    return failed(`${name}: ${message}`);
  }
}

/**
 * Runs checks one after the other, each whatever became of the others; a check is skipped where one
 * that it needs did not pass. A check that throws has failed, with the error as its detail.
 * `onResult` hears of each as it ends.
 */
export async function runChecks<Subject>(
  checks: readonly Check<Subject>[],
  subject: Subject,
  { now, onResult }: { now(): number; onResult?(result: CheckResult): void },
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const check of checks) {
    const startedAt = now();
    const missing = (check.needs ?? []).find(
      (name) => results.find((result) => result.name === name)?.state !== 'passed',
    );
    const outcome = missing
      ? skipped(`The check requires ${missing}, which did not pass.`)
      : await outcomeOf(check, subject);
    const isGood = outcome.state === 'passed';
    const result = {
      name: check.name,
      title: check.title,
      ...outcome,
      ...(isGood ? {} : { failureMeans: check.failureMeans }),
      durationMs: Math.round(now() - startedAt),
    };
    results.push(result);
    onResult?.(result);
  }
  return results;
}
