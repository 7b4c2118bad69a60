import type { Command } from 'commander';
import type { ListRefusedOriginsResult } from '../../client/src/generated/calls.ts';
import type { Columns } from '../output/table.ts';
import type { Session } from '../session.ts';
import type { AddCommands } from './add-commands.ts';

const REFUSED_COLUMNS: Columns<ListRefusedOriginsResult['origins'][number]> = {
  origin: ({ origin }) => origin,
  'times at least': ({ count }) => count,
  last: ({ lastRefusedAt }) => lastRefusedAt,
};

type Change = (before: readonly string[], given: readonly string[]) => readonly string[];

const add: Change = (before, given) => [...new Set([...before, ...given])];
const remove: Change = (before, given) => before.filter((origin) => !given.includes(origin));

function show(session: Session, allowedOrigins: readonly string[]): void {
  const human = () =>
    allowedOrigins.join('\n') || 'No allowed origins were found: no web page may upload.';
  session.print({ allowedOrigins }, human);
}

async function change(session: Session, given: readonly string[], how: Change): Promise<void> {
  const { calls, projectId } = await session.inProject();
  const { allowedOrigins: before } = await calls.getProject({ projectId });
  const allowedOrigins = how(before, given);
  const { allowedOrigins: after } = await calls.updateProject({ projectId, allowedOrigins });
  show(session, after);
}

function addChange(origins: Command, session: Session, named: 'add' | 'remove', how: Change): void {
  const words = {
    add: 'allow uploads from pages of these origins',
    remove: 'disallow uploads from pages of these origins',
  };
  origins
    .command(named)
    .description(words[named])
    .argument(
      '<origin...>',
      'https://app.example.com, https://*.example.com, http://localhost:*, capacitor://localhost',
    )
    .action((given: string[]) => change(session, given, how));
}

/** `origins …`. */
export const addOriginCommands: AddCommands = (program, session) => {
  const origins = program
    .command('origins')
    .description('manage the web origins whose pages may upload to a project');
  origins
    .command('list')
    .description('list the allowed origins')
    .action(async () => {
      const { calls, projectId } = await session.inProject();
      show(session, (await calls.getProject({ projectId })).allowedOrigins);
    });
  origins
    .command('refused')
    .description('list the web origins that were refused lately')
    .action(async () => {
      const { calls, projectId } = await session.inProject();
      const answer = await calls.listRefusedOrigins({ projectId });
      session.printList(answer.origins, REFUSED_COLUMNS, 'No origin was refused.');
    });
  addChange(origins, session, 'add', add);
  addChange(origins, session, 'remove', remove);
};
