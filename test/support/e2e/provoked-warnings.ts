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
  {
    by: 'test/e2e/members-images.test.ts',
    line: { message: 'origin not allowed', origin: 'https://shop.example.com' },
  },
];

/** Tests of delivery send unknown parameters, some of them random, each of which warns once. */
const IGNORED_PARAMETER =
  /^the parameter [\w.-]{1,40} of an image URL is ignored(; did you mean \w+\?)?$/;

function isProvoked(line: LogLine): boolean {
  if (IGNORED_PARAMETER.test(String(line.message))) return true;
  return PROVOKED.some((known) =>
    Object.entries(known.line).every(([name, value]) => line[name] === value),
  );
}

/** The lines of level WARN and above that no test provokes. */
export function unprovokedOf(lines: readonly LogLine[]): LogLine[] {
  return lines.filter((line) => line.level !== 'INFO' && !isProvoked(line));
}
