import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter } from 'vitest/node';
import { noteRedFiles } from './note-red-files.ts';

/** A test of a finished run, as a line of JSON in the file that IMAGEWELL_TESTS_RECORD names. */
export interface RecordedTest {
  /** From the top of the repository. */
  readonly file: string;
  readonly name: string;
  readonly isSkipped: boolean;
}

/** Adds every test of a run to a file, so that several runs can be compared. */
export function recordTests(path: string): Reporter {
  return {
    onTestRunEnd: (modules) => {
      const lines = modules.flatMap(({ children, moduleId }) =>
        [...children.allTests()].map((test) => {
          const file = relative(process.cwd(), moduleId).replaceAll('\\', '/');
          const isSkipped = test.result().state === 'skipped';
          return `${JSON.stringify({ file, name: test.fullName, isSkipped } satisfies RecordedTest)}\n`;
        }),
      );
      appendFileSync(path, lines.join(''));
    },
  };
}

/**
 * The reporters of a configuration: those of vitest, and those that a variable of the environment
 * asks for.
 */
export function reporters(): { readonly reporters?: ('default' | Reporter)[] } {
  const { IMAGEWELL_TESTS_RECORD: record, IMAGEWELL_RED_FILES: red } = process.env;
  const added = [record ? recordTests(record) : [], red ? noteRedFiles(red) : []].flat();
  return added.length > 0 ? { reporters: ['default', ...added] } : {};
}
