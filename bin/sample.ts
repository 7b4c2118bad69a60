/**
 * `npm run sample [-- --data DIR]`: adds twelve images, drawn by imagewell itself, to the project of
 * a local service that runs.
 */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { drawSvg } from '../adapters/sharp/draw-svg.ts';
import { runProgram } from '../admin/run-program.ts';
import { CommandError } from '../cli/command-error.ts';
import { type Credentials, credentialsPath } from '../local/data-folder/data-folder.ts';
import { uploadSamples } from '../local/samples/upload-samples.ts';

const USAGE = `usage: npm run sample [-- --data DIR]
  --data   the data folder of the local service; .data unless given`;

async function readCredentials(dataDir: string): Promise<Credentials> {
  try {
    return JSON.parse(await readFile(credentialsPath(dataDir), 'utf8'));
  } catch {
    const hint = 'Run npm start first, with the same --data.';
    throw new CommandError('notFound', `${dataDir} has no project yet.`, hint);
  }
}

async function addSamples(credentials: Credentials) {
  try {
    return await uploadSamples(credentials, drawSvg);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = `No service answers at ${credentials.baseUrl}.`;
    throw new CommandError('failed', message, 'Run npm start in another terminal.');
  }
}

await runProgram(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: process.env.DATA_DIR ?? '.data' },
      json: { type: 'boolean', default: false },
    },
  });
  const credentials = await readCredentials(resolve(values.data));
  const { added, present } = await addSamples(credentials);
  if (values.json) console.log(JSON.stringify({ added, present }));
  else console.log(`${added} of ${present} sample images added: ${credentials.baseUrl}/`);
});
