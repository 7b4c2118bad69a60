import { buildConsole } from '../../../scripts/build-console.ts';

/** Builds the console before the tests, if its sources are others than at the last time. */
export async function setup(): Promise<void> {
  await buildConsole();
}
