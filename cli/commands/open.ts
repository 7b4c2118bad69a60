import { withoutEndSlashes } from '../../client/src/without-end-slashes.ts';
import { CommandError } from '../command-error.ts';
import { isLoopback } from '../service/service-address.ts';
import type { Session } from '../session.ts';
import { openBrowser } from '../sign-in/open-browser.ts';
import type { AddCommands } from './add-commands.ts';

const HINT =
  'Give the URL of the CDN with --cdn-url: the output CdnUrl of the stack. The console is below it.';

/** The local service has the console below its own address, a stack below its CDN. */
async function consoleAddress(session: Session, cdnUrl: string | undefined): Promise<string> {
  if (cdnUrl !== undefined) {
    if (URL.canParse(cdnUrl)) return `${withoutEndSlashes(cdnUrl)}/console`;
    throw new CommandError('usage', `${cdnUrl} is not a URL.`, HINT);
  }
  const { baseUrl } = await session.service();
  if (isLoopback(new URL(baseUrl))) return `${baseUrl}/console`;
  throw new CommandError('usage', `The console of ${baseUrl} is unknown.`, HINT);
}

/** `open`. */
export const addOpenCommand: AddCommands = (program, session) => {
  program
    .command('open')
    .description('open the console in your browser and print its URL')
    .option('--cdn-url <url>', 'URL of the CDN; only a service in the cloud needs it')
    .option('--no-browser', 'print the URL and do not open a browser')
    .action(async ({ cdnUrl, browser }: { cdnUrl?: string; browser: boolean }) => {
      const url = await consoleAddress(session, cdnUrl);
      session.print({ url }, () => url);
      if (browser && !session.machine.env.CI) openBrowser(session.machine, url);
    });
};
