/**
 * `npm run sample [-- --data DIR]`: adds twelve images, drawn by imagewell itself, to the project
 * of a running local service.
 */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { drawSvg } from '../../adapters/sharp/draw-svg.ts';
import { CommandError } from '../../cli/command-error.ts';
import { type Credentials, credentialsPath } from '../../local/data-folder/data-folder.ts';
import { uploadSamples } from '../../local/samples/upload-samples.ts';
import type { ProgramHelp } from '../program-help.ts';
import { DATA_OPTION, dataDirOf } from '../program-options.ts';
import { runProgram } from '../run-program.ts';

const OPTIONS = {
  data: DATA_OPTION,
  json: { type: 'boolean', default: false, meaning: 'Prints the counts as JSON.' },
} as const;

const HELP = {
  usage: 'npm run sample -- [options]',
  summary: 'Adds twelve images, drawn by imagewell itself, to the project of a local service.',
  options: OPTIONS,
  examples: ['npm run sample', 'npm run sample -- --data ./photos'],
} as const satisfies ProgramHelp;

async function readCredentials(dataDir: string): Promise<Credentials> {
  try {
    return JSON.parse(await readFile(credentialsPath(dataDir), 'utf8'));
  } catch {
    const hint = 'Run npx imagewell start first, with the same --data.';
    throw new CommandError('notFound', `${dataDir} has no project yet.`, hint);
  }
}

async function addSamples(credentials: Credentials) {
  try {
    return await uploadSamples(credentials, drawSvg);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = `No service answers at ${credentials.baseUrl}.`;
    throw new CommandError('failed', message, 'Run npx imagewell start in another terminal.');
  }
}

await runProgram(HELP, async () => {
  const { values } = parseArgs({ options: OPTIONS });
  const credentials = await readCredentials(resolve(dataDirOf(values)));
  const { added, present } = await addSamples(credentials);
  if (values.json) console.log(JSON.stringify({ added, present }));
  else console.log(`${added} of ${present} sample images added: ${credentials.baseUrl}/`);
});
