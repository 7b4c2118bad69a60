import { EXIT_CODES, type Outcome } from '../../cli/exit-codes.ts';

/** Ends a start that can't be, with the reason. */
export function failStart(message: string, outcome: Outcome): never {
  console.error(`imagewell: ${message}`);
  process.exit(EXIT_CODES[outcome].code);
}
