import { type CheckResult, runChecks } from '../doctor/checks.ts';
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
      const { results, code } = await runChecks(session);
      session.printList(results, COLUMNS, '');
      session.endWith(code);
    });
};
