import type {
  AuditEventsPage,
  ListAccountEventsRequest,
} from '../../client/src/generated/calls.ts';
import type { Columns } from '../output/table.ts';
import type { Session } from '../session.ts';
import type { AddCommands } from './add-commands.ts';
import { wholeNumber } from './option-values.ts';

type Event = AuditEventsPage['events'][number];

/** The project is left out: it is the whole list's. */
const subjectOf = ({ subject: { projectId: _, ...subject } }: Event) =>
  Object.values(subject).join(' ');

/** The addresses of the members by account; the service keeps no address in an event. */
async function readAddresses(session: Session): Promise<ReadonlyMap<string, string>> {
  const { calls, projectId } = await session.inProject();
  const { members } = await calls.listMembers({ projectId });
  return new Map(members.flatMap(({ accountId, email }) => (email ? [[accountId, email]] : [])));
}

const columnsOf = (addresses: ReadonlyMap<string, string>): Columns<Event> => ({
  at: ({ at }) => at,
  who: ({ actor: { accountId, keyId, kind } }) =>
    accountId === null ? (keyId ?? kind) : (addresses.get(accountId) ?? accountId),
  as: ({ actor }) => actor.role,
  did: ({ action }) => action,
  to: subjectOf,
  outcome: ({ outcome, code }) => (code === null ? outcome : `${outcome}: ${code}`),
  from: ({ sourceAddress }) => sourceAddress,
});

async function list(session: Session, isOfAccount: boolean, requested: ListAccountEventsRequest) {
  const answer = isOfAccount
    ? await (await session.userCalls()).listAccountEvents(requested)
    : await session
        .inProject()
        .then(({ calls, projectId }) => calls.listAuditEvents({ projectId, ...requested }));
  const isTable = !isOfAccount && !session.options().json;
  const addresses = isTable ? await readAddresses(session) : new Map<string, string>();
  session.printList(answer.events, columnsOf(addresses), 'No events were found.');
  const { cursor } = answer;
  if (cursor) session.tell(`More events: --cursor ${cursor}`);
}

/** `audit`. */
export const addAuditCommand: AddCommands = (program, session) => {
  program
    .command('audit')
    .description('list the audit events of a project in the last 90 days')
    .option('--account', 'list the events of your account instead of a project')
    .option('--limit <number>', 'maximum number of events', wholeNumber(1, 100))
    .option('--cursor <text>', 'the cursor of the previous page')
    .action(({ account, ...requested }: { account?: boolean } & ListAccountEventsRequest) =>
      list(session, account === true, requested),
    );
};
