import { resolve } from 'node:path';
import { CommandError } from '../../cli/command-error.ts';
import { dataDirOf, refuseStack } from '../data-dir.ts';
import { requireDataFolder } from '../require-data-folder.ts';
import type { ProgramCall } from '../session/program-action.ts';

/** `admin token`: prints an access token of the local service, and nothing else. */
export async function printToken({ session, options }: ProgramCall): Promise<void> {
  refuseStack(options, 'A stack has its own issuer: npx imagewell login --url BASE_URL');
  const { env, issueLocalToken } = session.machine;
  const { email = env.IMAGEWELL_EMAIL } = options;
  if (!email) throw new CommandError('usage', 'No e-mail address is given; use --email.');
  const dataDir = dataDirOf(session, options);
  requireDataFolder(dataDir);
  const token = await issueLocalToken(resolve(dataDir), email);
  session.print({ token }, () => token);
}
