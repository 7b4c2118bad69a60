/** The command line of the package, beside everything that was built when it was packed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runHere } from '../admin/run-here.ts';
import { packedProgram } from '../local/program/packed-program.ts';

const FOLDER = import.meta.dirname;
const { version } = JSON.parse(readFileSync(join(FOLDER, '../package.json'), 'utf8'));

await runHere({ version, openProgram: async () => packedProgram(FOLDER, version) });
