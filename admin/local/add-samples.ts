import { resolve } from 'node:path';
import { drawSvg } from '../../adapters/sharp/draw-svg.ts';
import { CommandError } from '../../cli/command-error.ts';
import { type Credentials, readCredentials } from '../../local/data-folder/data-folder.ts';
import { uploadSamples } from '../../local/samples/upload-samples.ts';
import { dataDirOf, refuseStack } from '../data-dir.ts';
import { requireDataFolder } from '../require-data-folder.ts';
import type { ProgramCall } from '../session/program-action.ts';

function requireCredentials(dataDir: string): Credentials {
  requireDataFolder(dataDir);
  const found = readCredentials(dataDir);
  if (found) return found;
  const message = `${dataDir} has no credentials.json.`;
  throw new CommandError('notFound', message, 'Run npx imagewell start, which makes new keys.');
}

async function uploadTo(credentials: Credentials) {
  try {
    return await uploadSamples(credentials, drawSvg);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = `No service answers at ${credentials.baseUrl}.`;
    throw new CommandError('failed', message, 'Run npx imagewell start in another terminal.');
  }
}

/** `admin sample`: adds twelve images, drawn by imagewell itself, to a running local service. */
export async function addSamples({ session, options }: ProgramCall): Promise<void> {
  refuseStack(options, 'Upload images of yours: npx imagewell upload');
  const credentials = requireCredentials(resolve(dataDirOf(session, options)));
  const { added, present } = await uploadTo(credentials);
  session.print(
    { added, present },
    () => `${added} of ${present} sample images added: ${credentials.baseUrl}/`,
  );
}
