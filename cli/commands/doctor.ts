import { type CheckResult, runChecks } from '../doctor/checks.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import type { Columns } from '../output/table.ts';
import type { AddCommands } from './add-commands.ts';

const COLUMNS: Columns<CheckResult> = {
  check: ({ check }) => check,
  result: ({ result }) => result,
  detail: ({ detail }) => detail,
};

/** `doctor`. */
export const addDoctorCommand: AddCommands = (program, session) => {
  program
    .command('doctor')
    .description(
      'check this machine, the service, the clock, the credential and the CDN, with reads only',
    )
    .action(async () => {
      const results = await runChecks(session);
      session.printList(results, COLUMNS, '');
      const isFailed = results.some(({ result }) => result === 'failed');
      session.endWith((isFailed ? EXIT_CODES.failed : EXIT_CODES.done).code);
    });
};
