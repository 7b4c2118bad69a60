import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter } from 'vitest/node';

/**
 * Adds the path of a test file to the file `path` when a test of it is red. A run that hangs
 * afterwards has its red files too.
 */
export function noteRedFiles(path: string): Reporter {
  const note = (moduleId: string) =>
    appendFileSync(path, `${relative(process.cwd(), moduleId).replaceAll('\\', '/')}\n`);
  return {
    onTestCaseResult: (test) => {
      if (test.result().state === 'failed') note(test.module.moduleId);
    },
    onTestModuleEnd: (module) => {
      if (module.state() === 'failed') note(module.moduleId);
    },
  };
}
