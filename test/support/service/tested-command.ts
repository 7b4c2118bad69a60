import { resolve } from 'node:path';

const { TESTED_COMMAND: installed } = process.env;

/**
 * The command line under test: the clone's, unless the variable `TESTED_COMMAND` has another path.
 * An installed package is there, or by vitest.config.ts a bundle of the clone's.
 */
export const TESTED_COMMAND = installed ?? resolve('bin/imagewell.js');

/** The program that starts the service, with its first arguments. */
export const START_COMMAND: readonly string[] = installed
  ? [installed, 'start']
  : [resolve('bin/start.ts')];
