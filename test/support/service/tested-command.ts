import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const { TESTED_COMMAND: installed } = process.env;

/**
 * The command line under test: the clone's, unless the variable `TESTED_COMMAND` has another path.
 * An installed package is there, or by vitest.config.ts a bundle of the clone's.
 */
export const TESTED_COMMAND = installed ?? resolve('bin/imagewell.js');

/** The arguments of Node in the script that `npm start` runs. */
function argumentsOfStart(): string[] {
  const { scripts } = JSON.parse(readFileSync(resolve('package.json'), 'utf8'));
  const [, ...rest]: string[] = scripts.start.split(' ');
  return rest.map((argument) => (argument.startsWith('-') ? argument : resolve(argument)));
}

/** The program that starts the service, with its first arguments. */
export const START_COMMAND: readonly string[] = installed
  ? [installed, 'start']
  : argumentsOfStart();
