import type { Command } from 'commander';
import { CommandError } from '../../cli/command-error.ts';
import { wholeNumber } from '../../cli/commands/option-values.ts';
import { EXIT_CODES } from '../../cli/exit-codes.ts';
import { confirmed } from '../../cli/output/ask.ts';
import { facts, table } from '../../cli/output/table.ts';
import type { Session } from '../../cli/session.ts';
import type {
  DeadLetter,
  DeadLetterQueue,
  LetterOutcome,
  LetterOutcomes,
} from '../../core/ports/dead-letters.ts';
import { type AdminCall, adminAction } from './admin-action.ts';
import { timeText } from './time-text.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1_000;

const QUEUE_COLUMNS = {
  queue: ({ name }: DeadLetterQueue) => name,
  waiting: ({ count }: DeadLetterQueue) => count,
  'can be sent again': ({ isResendable }: DeadLetterQueue) => isResendable,
};
const LETTER_COLUMNS = {
  id: ({ id }: DeadLetter) => id,
  queue: ({ queue }: DeadLetter) => queue,
  since: ({ since }: DeadLetter) => timeText(since),
};

const describe = ({ since, ...letter }: DeadLetter) => ({ ...letter, since: timeText(since) });

async function checkQueue({ services, options: { queue } }: AdminCall): Promise<void> {
  if (queue === undefined) return;
  const names = (await services.deadLetters.listQueues()).map(({ name }) => name);
  if (names.includes(queue)) return;
  throw new CommandError('usage', `There is no queue ${queue}.`, `There are: ${names.join(', ')}.`);
}

async function list(call: AdminCall): Promise<void> {
  const { session, services, options } = call;
  await checkQueue(call);
  const queues = await services.deadLetters.listQueues();
  const found = await services.deadLetters.list(options.queue, options.limit ?? DEFAULT_LIMIT);
  const letters = found.toSorted((a, b) => a.since - b.since);
  session.print({ queues, letters: letters.map(describe) }, () =>
    [
      table(queues, QUEUE_COLUMNS, 'There is no queue of dead letters here.'),
      table(letters, LETTER_COLUMNS, 'There are no dead letters.'),
    ].join('\n\n'),
  );
}

async function show({ session, services, args: [id = ''] }: AdminCall): Promise<void> {
  const letter = await services.deadLetters.find(id);
  if (!letter) throw new CommandError('notFound', `There is no dead letter ${id}.`);
  session.print(describe(letter), () => facts(describe(letter)));
}

/** Those that are named, or all of a queue or of every one. */
async function chosen(call: AdminCall): Promise<readonly string[]> {
  const { services, options, args } = call;
  if (args.length > 0 === (options.all === true)) {
    throw new CommandError('usage', 'Name the dead letters, or say --all.');
  }
  if (!options.all) return args;
  await checkQueue(call);
  return (await services.deadLetters.list(options.queue, MAX_LIMIT)).map(({ id }) => id);
}

/** Says what came of each; the code is that of failure where not all was done. */
function tell(
  { session }: AdminCall,
  outcomes: LetterOutcomes,
  words: Readonly<Record<LetterOutcome, string>>,
): void {
  const rows = [...outcomes].map(([id, outcome]) => ({ id, outcome }));
  const columns = {
    id: ({ id }: (typeof rows)[number]) => id,
    outcome: ({ outcome }: (typeof rows)[number]) => words[outcome],
  };
  session.print({ letters: rows }, () => table(rows, columns, 'There are no dead letters.'));
  if (rows.every(({ outcome }) => outcome === 'done')) return;
  const isKept = rows.some(({ outcome }) => outcome === 'kept');
  session.endWith(isKept ? EXIT_CODES.failed.code : EXIT_CODES.notFound.code);
}

async function resend(call: AdminCall): Promise<void> {
  tell(call, await call.services.deadLetters.resend(await chosen(call)), {
    done: 'sent again',
    kept: 'kept: there is no queue to send it to again',
    not_found: 'there is none',
  });
}

async function drop(call: AdminCall): Promise<void> {
  const ids = await chosen(call);
  const question = `Drop ${ids.length} of the dead letters for good?`;
  await confirmed(call.session.machine, question, call.options.yes);
  tell(call, await call.services.deadLetters.drop(ids), {
    done: 'dropped',
    kept: 'kept: what was deleted must go',
    not_found: 'there is none',
  });
}

/** `admin dead-letters …`. */
export function addDeadLetterCommands(admin: Command, session: Session): void {
  const letters = admin
    .command('dead-letters')
    .description('work that was given up on; of a data folder, purges that go on failing');
  const choosing = (name: string) =>
    letters
      .command(name)
      .argument('[ids...]', 'which ones')
      .option('--all', 'all that there are')
      .option('--queue <name>', 'with --all: of this queue alone');
  letters
    .command('list')
    .description('list the queues, and what waits in them')
    .option('--queue <name>', 'of this queue alone')
    .option('--limit <number>', 'how many at most', wholeNumber(1, MAX_LIMIT))
    .action(adminAction(session, list));
  letters
    .command('show')
    .description('show what one asks for')
    .argument('<id>', 'its id')
    .action(adminAction(session, show));
  choosing('resend')
    .description('hand them, one by one, to those who gave up on them')
    .action(adminAction(session, resend));
  choosing('drop')
    .description('forget them for good')
    .option('-y, --yes', 'without asking')
    .action(adminAction(session, drop));
}
