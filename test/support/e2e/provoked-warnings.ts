import type { LogLine } from '../service/log-lines.ts';

/** A log line of level WARN or above that an end-to-end test provokes on purpose. */
interface Provoked {
  /** The file of the test. */
  readonly by: string;
  /** Fields that the line has. */
  readonly line: Readonly<Record<string, unknown>>;
}

/** Any other line of these levels fails the run. */
export const PROVOKED: readonly Provoked[] = [
  {
    by: 'test/e2e/upload.test.ts',
    line: { message: 'origin not allowed', origin: 'https://evil.example' },
  },
  { by: 'test/e2e/upload.test.ts', line: { message: 'origin not allowed', origin: 'null' } },
  {
    by: 'test/e2e/direct-upload.test.ts',
    line: { message: 'origin not allowed', origin: 'https://elsewhere.example' },
  },
];

function isProvoked(line: LogLine): boolean {
  return PROVOKED.some((known) =>
    Object.entries(known.line).every(([name, value]) => line[name] === value),
  );
}

/** The lines of level WARN and above that no test provokes. */
export function unprovokedOf(lines: readonly LogLine[]): LogLine[] {
  return lines.filter((line) => line.level !== 'INFO' && !isProvoked(line));
}
