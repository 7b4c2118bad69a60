import { type Command, Option } from 'commander';
import type {
  CreateWebhookRequest,
  ListWebhookDeliveriesRequest,
  ListWebhookDeliveriesResult,
  ListWebhooksResult,
} from '../../client/src/generated/calls.ts';
import { CommandError } from '../command-error.ts';
import { confirmed } from '../output/ask.ts';
import { type Columns, table } from '../output/table.ts';
import { findByName } from '../service/find-by-name.ts';
import type { Session } from '../session.ts';
import type { ListenOptions } from '../webhooks/listen.ts';
import { sendTest } from '../webhooks/send-test.ts';
import type { AddCommands } from './add-commands.ts';
import { wholeNumber } from './option-values.ts';

type EventTypes = CreateWebhookRequest['eventTypes'];
type Delivery = ListWebhookDeliveriesResult['deliveries'][number];

const WEBHOOK = 'ID or URL of the webhook';
const LISTEN_EXAMPLES = `
Examples:
  npx imagewell start --events --loopback-webhooks
  npx imagewell webhooks listen --forward-to http://localhost:3000/hooks
  npx imagewell webhooks listen --events image.saved --json`;
const EVENTS = 'event types to send; all types unless given';
const COLUMNS: Columns<ListWebhooksResult['webhooks'][number]> = {
  id: ({ webhookId }) => webhookId,
  url: ({ url }) => url,
  on: ({ enabled }) => enabled,
  events: ({ eventTypes }) => eventTypes?.join(' ') ?? 'all',
};
const DELIVERY_COLUMNS: Columns<Delivery> = {
  id: ({ deliveryId }) => deliveryId,
  event: ({ eventType }) => eventType,
  state: ({ state }) => state,
  created: ({ createdAt }) => createdAt,
  tries: ({ attempts }) => attempts.length,
  'last response': ({ attempts }) => attempts.at(-1)?.status ?? attempts.at(-1)?.fault,
  'next attempt': ({ nextAt }) => nextAt,
};

interface UpdateOptions {
  readonly to?: string;
  readonly events?: NonNullable<EventTypes>;
  readonly enable?: boolean;
  readonly disable?: boolean;
}

/** A webhook by its ID or the URL of its receiver, and the calls about it. */
async function findWebhook(session: Session, named: string) {
  const { calls, projectId } = await session.inProject();
  if (!URL.canParse(named)) return { calls, projectId, webhookId: named };
  const { webhooks } = await calls.listWebhooks({ projectId });
  const things = webhooks.map(({ webhookId: id, url: name }) => ({ id, name }));
  return { calls, projectId, webhookId: findByName(things, named, 'webhooks') };
}

function showOnce(
  session: Session,
  answer: { webhook: { webhookId: string }; secret: string },
): void {
  session.print(answer, () => answer.secret);
  if (session.options().json) return;
  session.tell(`Keep it: the secret of ${answer.webhook.webhookId} is not shown again.`);
}

async function update(session: Session, named: string, options: UpdateOptions): Promise<void> {
  const { to, events, enable, disable } = options;
  if (enable && disable) throw new CommandError('usage', 'Give either --enable or --disable.');
  const { calls, projectId, webhookId } = await findWebhook(session, named);
  const isChanged = enable || disable;
  const answer = await calls.updateWebhook({
    projectId,
    webhookId,
    ...(to !== undefined && { url: to }),
    ...(events && { eventTypes: events }),
    ...(isChanged && { enabled: enable === true }),
  });
  session.print(answer, () => table([answer.webhook], COLUMNS, ''));
}

async function remove(session: Session, named: string, isYes?: boolean): Promise<void> {
  const { calls, projectId, webhookId } = await findWebhook(session, named);
  await confirmed(
    session.machine,
    `Delete ${webhookId}? Pending deliveries will be dropped.`,
    isYes,
  );
  const answer = await calls.deleteWebhook({ projectId, webhookId });
  session.print(answer, () => `${webhookId} is deleted.`);
}

function addChanging(webhooks: Command, session: Session): void {
  webhooks
    .command('create')
    .description('create a webhook and print its secret; it is not shown again')
    .argument('<address>', 'https URL of the receiver, on port 443')
    .option('--events <type...>', EVENTS)
    .action(async (url: string, { events }: { events?: NonNullable<EventTypes> }) => {
      const { calls, projectId } = await session.inProject();
      const requested = { projectId, url, ...(events && { eventTypes: events }) };
      showOnce(session, await calls.createWebhook(requested));
    });
  webhooks
    .command('update')
    .description('change a webhook')
    .argument('<webhook>', WEBHOOK)
    .option('--to <address>', 'new URL of the receiver')
    .option('--events <type...>', EVENTS)
    .option('--enable', 'enable the webhook')
    .option('--disable', 'disable the webhook')
    .action((named: string, options: UpdateOptions) => update(session, named, options));
  webhooks
    .command('rotate-secret')
    .description('rotate the secret of a webhook; the previous one also signs during the overlap')
    .argument('<webhook>', WEBHOOK)
    .option(
      '--overlap-hours <hours>',
      'hours for which both secrets sign; 24 unless given',
      wholeNumber(0, 168),
    )
    .action(async (named: string, options: { overlapHours?: number }) => {
      const { calls, projectId, webhookId } = await findWebhook(session, named);
      showOnce(session, await calls.rotateWebhookSecret({ projectId, webhookId, ...options }));
    });
  webhooks
    .command('delete')
    .description('delete a webhook')
    .argument('<webhook>', WEBHOOK)
    .option('--yes', 'do not ask for confirmation')
    .action((named: string, { yes }: { yes?: boolean }) => remove(session, named, yes));
}

function addDeliveries(webhooks: Command, session: Session): void {
  const states = ['pending', 'delivered', 'failed'];
  webhooks
    .command('deliveries')
    .description('list the deliveries of a webhook; failed ones unless --state is given')
    .argument('<webhook>', WEBHOOK)
    .addOption(new Option('--state <state>', 'state of the deliveries').choices(states))
    .option('--limit <number>', 'maximum number of deliveries', wholeNumber(1, 100))
    .action(
      async (
        named: string,
        requested: Omit<ListWebhookDeliveriesRequest, 'projectId' | 'webhookId'>,
      ) => {
        const { calls, projectId, webhookId } = await findWebhook(session, named);
        const answer = await calls.listWebhookDeliveries({ projectId, webhookId, ...requested });
        session.printList(answer.deliveries, DELIVERY_COLUMNS, 'No deliveries were found.');
      },
    );
  webhooks
    .command('test')
    .description('send a test event to a webhook and show the response of its receiver')
    .argument('<webhook>', WEBHOOK)
    .option('--no-wait', 'do not wait for the response')
    .action(async (named: string, { wait }: { wait: boolean }) => {
      await sendTest(session, await findWebhook(session, named), wait);
    });
  webhooks
    .command('listen')
    .description(
      'print the events of a project as they come, from a local service that allows loopback webhooks',
    )
    .option('--forward-to <url>', 'pass each event on to a URL of this machine')
    .option('--events <type...>', EVENTS)
    .addHelpText('after', LISTEN_EXAMPLES)
    .action(async (options: ListenOptions) => {
      const { listen } = await import('../webhooks/listen.ts');
      return listen(session, options);
    });
  webhooks
    .command('resend')
    .description('resend a delivery immediately')
    .argument('<webhook>', WEBHOOK)
    .argument('<delivery>', 'ID of the delivery')
    .action(async (named: string, deliveryId: string) => {
      const { calls, projectId, webhookId } = await findWebhook(session, named);
      const answer = await calls.resendWebhookDelivery({ projectId, webhookId, deliveryId });
      session.print(answer, () => `${deliveryId} is queued to be sent again.`);
    });
}

/** `webhooks …`. */
export const addWebhookCommands: AddCommands = (program, session) => {
  const webhooks = program.command('webhooks').description('manage the webhooks of a project');
  webhooks
    .command('list')
    .description('list webhooks')
    .action(async () => {
      const { calls, projectId } = await session.inProject();
      const answer = await calls.listWebhooks({ projectId });
      session.printList(answer.webhooks, COLUMNS, 'No webhooks were found.');
    });
  addChanging(webhooks, session);
  addDeliveries(webhooks, session);
};
