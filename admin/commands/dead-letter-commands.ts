import type { Command } from 'commander';
import { CommandError } from '../../cli/command-error.ts';
import { wholeNumber } from '../../cli/commands/option-values.ts';
import { EXIT_CODES } from '../../cli/exit-codes.ts';
import { confirmed } from '../../cli/output/ask.ts';
import { type Columns, facts } from '../../cli/output/table.ts';
import type { Session } from '../../cli/session.ts';
import type {
  DeadLetter,
  DeadLetterQueue,
  LetterOutcome,
  LetterOutcomes,
} from '../../core/ports/dead-letters.ts';
import { type AdminCall, adminAction } from '../session/admin-action.ts';
import { timeText } from '../session/time-text.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1_000;

const QUEUE_COLUMNS: Columns<DeadLetterQueue> = {
  queue: ({ name }) => name,
  waiting: ({ count }) => count,
  'can be resent': ({ isResendable }) => isResendable,
};
const describe = ({ since, ...letter }: DeadLetter) => ({ ...letter, since: timeText(since) });

const LETTER_COLUMNS: Columns<ReturnType<typeof describe>> = {
  id: ({ id }) => id,
  queue: ({ queue }) => queue,
  since: ({ since }) => since,
};

async function checkQueue({ services, options: { queue } }: AdminCall): Promise<void> {
  if (queue === undefined) return;
  const names = (await services.deadLetters.listQueues()).map(({ name }) => name);
  if (names.includes(queue)) return;
  throw new CommandError(
    'usage',
    `The queue ${queue} does not exist.`,
    `Known queues: ${names.join(', ')}.`,
  );
}

async function list(call: AdminCall): Promise<void> {
  const { session, services, options } = call;
  await checkQueue(call);
  const found = await services.deadLetters.list(options.queue, options.limit ?? DEFAULT_LIMIT);
  const letters = found.toSorted((a, b) => a.since - b.since);
  session.printList(letters.map(describe), LETTER_COLUMNS, 'No dead letters were found.');
}

async function listQueues({ session, services }: AdminCall): Promise<void> {
  const queues = await services.deadLetters.listQueues();
  session.printList(queues, QUEUE_COLUMNS, 'No dead-letter queues were found.');
}

async function show({ session, services, args: [id = ''] }: AdminCall): Promise<void> {
  const letter = await services.deadLetters.find(id);
  if (!letter) throw new CommandError('notFound', `The dead letter ${id} does not exist.`);
  session.print(describe(letter), () => facts(describe(letter)));
}

/** Those that are named, or all of a queue or of every one. */
async function chosen(call: AdminCall): Promise<readonly string[]> {
  const { services, options, args } = call;
  if (args.length > 0 === (options.all === true)) {
    throw new CommandError('usage', 'Give the IDs of dead letters, or --all.');
  }
  if (!options.all) return args;
  await checkQueue(call);
  return (await services.deadLetters.list(options.queue, MAX_LIMIT)).map(({ id }) => id);
}

/** Prints the outcome of each; the exit code is a failure if not all was done. */
function tell(
  { session }: AdminCall,
  outcomes: LetterOutcomes,
  words: Readonly<Record<LetterOutcome, string>>,
): void {
  const rows = [...outcomes].map(([id, outcome]) => ({ id, outcome }));
  const columns: Columns<(typeof rows)[number]> = {
    id: ({ id }) => id,
    outcome: ({ outcome }) => words[outcome],
  };
  session.printList(rows, columns, 'No dead letters were found.');
  if (rows.every(({ outcome }) => outcome === 'done')) return;
  const isKept = rows.some(({ outcome }) => outcome === 'kept');
  session.endWith(isKept ? EXIT_CODES.failed.code : EXIT_CODES.notFound.code);
}

async function resend(call: AdminCall): Promise<void> {
  tell(call, await call.services.deadLetters.resend(await chosen(call)), {
    done: 'resent',
    kept: 'kept: its source queue does not exist',
    not_found: 'does not exist',
  });
}

async function drop(call: AdminCall): Promise<void> {
  const ids = await chosen(call);
  const question = `Drop ${ids.length} dead letters permanently?`;
  await confirmed(call.session.machine, question, call.options.yes);
  tell(call, await call.services.deadLetters.drop(ids), {
    done: 'dropped',
    kept: 'kept: an erasure cannot be dropped',
    not_found: 'does not exist',
  });
}

/** `admin dead-letters …`. */
export function addDeadLetterCommands(admin: Command, session: Session): void {
  const letters = admin
    .command('dead-letters')
    .description('manage dead letters: background work that failed repeatedly');
  const choosing = (name: string) =>
    letters
      .command(name)
      .argument('[ids...]', 'IDs of the dead letters')
      .option('--all', 'select all dead letters')
      .option('--queue <name>', 'with --all: select only this queue');
  letters
    .command('queues')
    .description('list dead-letter queues with their number of messages')
    .action(adminAction(session, listQueues));
  letters
    .command('list')
    .description('list dead letters, the oldest first')
    .option('--queue <name>', 'list only this queue')
    .option('--limit <number>', 'maximum number of entries', wholeNumber(1, MAX_LIMIT))
    .action(adminAction(session, list));
  letters
    .command('show')
    .description('show the message of a dead letter')
    .argument('<id>', 'ID of the dead letter')
    .action(adminAction(session, show));
  choosing('resend')
    .description('send dead letters back to their source queues')
    .action(adminAction(session, resend));
  choosing('drop')
    .description('delete dead letters permanently')
    .option('-y, --yes', 'do not ask for confirmation')
    .action(adminAction(session, drop));
}
