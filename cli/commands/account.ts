import type { Command } from 'commander';
import type { ExportAccountResult } from '../../client/src/generated/calls.ts';
import { confirmed } from '../output/ask.ts';
import type { Session } from '../session.ts';
import type { AddCommands } from './add-commands.ts';

type Exported = Omit<ExportAccountResult, 'cursor'>;

/** All pages as one. It is for keeping, so it is JSON either way. */
async function exportAll(session: Session): Promise<void> {
  const userCalls = await session.userCalls();
  let page = await userCalls.exportAccount();
  const projects = [...page.projects];
  while (page.cursor !== null) {
    page = await userCalls.exportAccount({ cursor: page.cursor });
    for (const project of page.projects) projects.push(project);
  }
  const { cursor: _, ...rest } = page;
  const exported: Exported = { ...rest, projects };
  session.print(exported, () => JSON.stringify(exported, null, 2));
}

interface Sure {
  readonly yes?: boolean;
  readonly now?: boolean;
}

async function remove(session: Session, { yes, now }: Sure): Promise<void> {
  const userCalls = await session.userCalls();
  const { projects } = await userCalls.getAccount();
  const question = `Delete your account and the ${projects.owned} projects on it?`;
  await confirmed(session.machine, question, yes);
  const answer = await userCalls.deleteAccount({ confirm: true, ...(now && { now: true }) });
  const human = () =>
    now
      ? 'Your account is being deleted.'
      : `Your account will be deleted at ${answer.purgeAt}. Restoring one of its projects cancels the deletion.`;
  session.print(answer, human);
}

function addDelete(account: Command, session: Session): void {
  account
    .command('delete')
    .description(
      'delete your account with all of its projects; requires a sign-in within the last five minutes',
    )
    .option('--now', 'skip the seven days in which it can be restored')
    .option('--yes', 'do not ask for confirmation')
    .action((sure: Sure) => remove(session, sure));
}

/** `account …`. */
export const addAccountCommands: AddCommands = (program, session) => {
  const account = program.command('account').description('manage your account; see also whoami');
  account
    .command('export')
    .description('print all stored data of your account as JSON')
    .action(() => exportAll(session));
  addDelete(account, session);
};
