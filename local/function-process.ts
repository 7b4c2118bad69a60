/** The entry of every function process. */
import { FUNCTIONS } from './functions.ts';
import { runFunction } from './run-function.ts';

runFunction(FUNCTIONS, JSON.parse(process.argv[2] ?? '{}'));
