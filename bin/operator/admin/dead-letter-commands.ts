import type { Command } from 'commander';
import type { DeadLetter, LetterOutcomes } from '../../../core/dead-letters.ts';
import { type AdminCall, adminAction, countOption } from './admin-action.ts';
import { AdminError } from './admin-error.ts';
import { confirm } from './confirm.ts';
import { facts, type Printed, table, timeText } from './print.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1_000;

const describe = ({ since, ...letter }: DeadLetter) => ({ ...letter, since: timeText(since) });

async function checkQueue({ services, options: { queue } }: AdminCall): Promise<void> {
  if (queue === undefined) return;
  const names = (await services.deadLetters.listQueues()).map(({ name }) => name);
  if (names.includes(queue)) return;
  throw new AdminError('usage', `there is no queue ${queue}; there are: ${names.join(', ')}`);
}

async function list(call: AdminCall): Promise<Printed> {
  const { services, options } = call;
  await checkQueue(call);
  const queues = await services.deadLetters.listQueues();
  const found = await services.deadLetters.list(options.queue, options.limit ?? DEFAULT_LIMIT);
  const letters = found.toSorted((a, b) => a.since - b.since);
  const counts = table(
    queues,
    {
      queue: ({ name }) => name,
      waiting: ({ count }) => count,
      'can be sent again': ({ isResendable }) => (isResendable ? 'yes' : 'no'),
    },
    'no queue of dead letters here',
  );
  const rows = table(
    letters,
    { id: ({ id }) => id, queue: ({ queue }) => queue, since: ({ since }) => timeText(since) },
    'no dead letters',
  );
  return { json: { queues, letters: letters.map(describe) }, text: `${counts}\n\n${rows}` };
}

async function show({ services, args: [id = ''] }: AdminCall): Promise<Printed> {
  const letter = await services.deadLetters.find(id);
  if (!letter) throw new AdminError('notFound', `there is no dead letter ${id}`);
  const { queue, since, body } = letter;
  return {
    json: describe(letter),
    text: facts({ id, queue, since: timeText(since), body }),
  };
}

/** Those that are named, or all; an error where it is neither. */
async function chosen(call: AdminCall): Promise<readonly string[]> {
  const { services, options, args } = call;
  if (args.length > 0 === (options.all === true)) {
    throw new AdminError('usage', 'name the dead letters, or say --all');
  }
  if (!options.all) return args;
  await checkQueue(call);
  return (await services.deadLetters.list(options.queue, MAX_LIMIT)).map(({ id }) => id);
}

function told(outcomes: LetterOutcomes, done: string, kept: string): Printed {
  const rows = [...outcomes].map(([id, outcome]) => ({ id, outcome }));
  const words = { done, kept, not_found: 'not found' };
  const text = table(
    rows,
    { id: ({ id }) => id, outcome: ({ outcome }) => words[outcome] },
    'no dead letters',
  );
  const left = rows.filter(({ outcome }) => outcome !== 'done');
  if (left.length === 0) return { json: { letters: rows }, text };
  const isKept = left.some(({ outcome }) => outcome === 'kept');
  throw new AdminError(isKept ? 'notAllowed' : 'notFound', text);
}

async function resend(call: AdminCall): Promise<Printed> {
  const outcomes = await call.services.deadLetters.resend(await chosen(call));
  return told(outcomes, 'sent again', 'kept: there is no queue that it could be sent to again');
}

async function drop(call: AdminCall): Promise<Printed> {
  const ids = await chosen(call);
  await confirm(`Drop ${ids.length} of the dead letters for good?`, call.options.yes);
  return told(
    await call.services.deadLetters.drop(ids),
    'dropped',
    'kept: what was deleted must go, and is tried again',
  );
}

/** `admin dead-letters …` */
export function addDeadLetterCommands(admin: Command): void {
  const letters = admin
    .command('dead-letters')
    .description('work that was given up on; of a data folder, purges that go on failing');
  const chooses = (command: Command) =>
    command
      .option('--all', 'all that there are, of one queue with --queue')
      .option('--queue <name>', 'of this queue alone');
  letters
    .command('list')
    .description('the queues, and what waits in them')
    .option('--queue <name>', 'of this queue alone')
    .option('--limit <number>', 'how many at most', countOption(MAX_LIMIT))
    .action(adminAction(list));
  letters.command('show <id>').description('what it asks for').action(adminAction(show));
  chooses(letters.command('resend [ids...]'))
    .description('hands them, one by one, to those who gave up on them')
    .action(adminAction(resend));
  chooses(letters.command('drop [ids...]'))
    .description('forgets them for good')
    .option('--yes', 'without asking')
    .action(adminAction(drop));
}
