import type {
  ListAccountEventsRequest,
  ListAuditEventsAnswer,
} from '../../client/src/generated/calls.ts';
import { type Columns, table } from '../output/table.ts';
import type { Session } from '../session.ts';
import type { AddCommands } from './add-commands.ts';
import { wholeNumber } from './option-values.ts';

type Event = ListAuditEventsAnswer['events'][number];

/** The project stands for itself: it is that of the whole list. */
const subjectOf = ({ subject: { projectId: _, ...subject } }: Event) =>
  Object.values(subject).join(' ');

const COLUMNS: Columns<Event> = {
  at: ({ at }) => at,
  who: ({ actor }) => actor.accountId ?? actor.kind,
  as: ({ actor }) => actor.role,
  did: ({ action }) => action,
  to: subjectOf,
  outcome: ({ outcome, code }) => (code === null ? outcome : `${outcome}: ${code}`),
  from: ({ sourceAddress }) => sourceAddress,
};

async function list(session: Session, isOfAccount: boolean, asked: ListAccountEventsRequest) {
  const answer = isOfAccount
    ? await (await session.people()).listAccountEvents(asked)
    : await session
        .inProject()
        .then(({ calls, projectId }) => calls.listAuditEvents({ projectId, ...asked }));
  session.print(answer, () => table(answer.events, COLUMNS, 'Nothing was done.'));
  const { cursor } = answer;
  if (cursor && !session.options().json) session.tell(`There is more: --cursor ${cursor}`);
}

/** `audit`. */
export const addAuditCommand: AddCommands = (program, session) => {
  program
    .command('audit')
    .description('who did what to a project, its members and keys, in the last 90 days')
    .option('--account', 'what was done with your account, in place of a project')
    .option('--limit <number>', 'how many at most', wholeNumber(1, 100))
    .option('--cursor <text>', 'what follows an earlier list')
    .action(({ account, ...asked }: { account?: boolean } & ListAccountEventsRequest) =>
      list(session, account === true, asked),
    );
};
