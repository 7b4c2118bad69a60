import { type Command, Option } from 'commander';
import type {
  CreateWebhookRequest,
  ListWebhookDeliveriesAnswer,
  ListWebhookDeliveriesRequest,
  ListWebhooksAnswer,
} from '../../client/src/generated/calls.ts';
import { CommandError } from '../command-error.ts';
import { confirmed } from '../output/ask.ts';
import { type Columns, table } from '../output/table.ts';
import type { Session } from '../session.ts';
import type { AddCommands } from './add-commands.ts';
import { wholeNumber } from './option-values.ts';

type EventTypes = CreateWebhookRequest['eventTypes'];
type Delivery = ListWebhookDeliveriesAnswer['deliveries'][number];

const WEBHOOK = 'its id';
const EVENTS = 'those alone; everything unless given';
const COLUMNS: Columns<ListWebhooksAnswer['webhooks'][number]> = {
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
  'last said': ({ attempts }) => attempts.at(-1)?.status ?? attempts.at(-1)?.fault,
  'next at': ({ nextAt }) => nextAt,
};

interface UpdateOptions {
  readonly to?: string;
  readonly events?: NonNullable<EventTypes>;
  readonly enable?: boolean;
  readonly disable?: boolean;
}

function showOnce(
  session: Session,
  answer: { webhook: { webhookId: string }; secret: string },
): void {
  session.print(answer, () => answer.secret);
  if (session.options().json) return;
  session.tell(`Keep it: the secret of ${answer.webhook.webhookId} is shown this once.`);
}

async function update(session: Session, webhookId: string, options: UpdateOptions): Promise<void> {
  const { to, events, enable, disable } = options;
  if (enable && disable) throw new CommandError('usage', 'Either --enable or --disable.');
  const { calls, projectId } = await session.inProject();
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

async function remove(session: Session, webhookId: string, isYes?: boolean): Promise<void> {
  const { calls, projectId } = await session.inProject();
  await confirmed(session.machine, `Delete ${webhookId}? What waits to be sent is lost.`, isYes);
  const answer = await calls.deleteWebhook({ projectId, webhookId });
  session.print(answer, () => `${webhookId} is deleted.`);
}

function addChanging(webhooks: Command, session: Session): void {
  webhooks
    .command('create')
    .description('have events sent to an address; the secret is shown this once')
    .argument('<address>', 'https, on port 443')
    .option('--events <type...>', EVENTS)
    .action(async (url: string, { events }: { events?: NonNullable<EventTypes> }) => {
      const { calls, projectId } = await session.inProject();
      const asked = { projectId, url, ...(events && { eventTypes: events }) };
      showOnce(session, await calls.createWebhook(asked));
    });
  webhooks
    .command('update')
    .description('change one')
    .argument('<webhook>', WEBHOOK)
    .option('--to <address>', 'where its events are sent')
    .option('--events <type...>', EVENTS)
    .option('--enable', 'send to it again')
    .option('--disable', 'send nothing to it')
    .action((webhookId: string, options: UpdateOptions) => update(session, webhookId, options));
  webhooks
    .command('rotate-secret')
    .description('make a secret in the place of another, which signs too for a while')
    .argument('<webhook>', WEBHOOK)
    .option(
      '--overlap-hours <hours>',
      'how long both sign; a day unless given',
      wholeNumber(0, 168),
    )
    .action(async (webhookId: string, options: { overlapHours?: number }) => {
      const { calls, projectId } = await session.inProject();
      showOnce(session, await calls.rotateWebhookSecret({ projectId, webhookId, ...options }));
    });
  webhooks
    .command('delete')
    .description('send nothing there any more')
    .argument('<webhook>', WEBHOOK)
    .option('--yes', 'without asking')
    .action((webhookId: string, { yes }: { yes?: boolean }) => remove(session, webhookId, yes));
}

function addDeliveries(webhooks: Command, session: Session): void {
  const states = ['pending', 'delivered', 'failed'];
  webhooks
    .command('deliveries')
    .description('list what was sent to one; that which was given up, unless told else')
    .argument('<webhook>', WEBHOOK)
    .addOption(new Option('--state <state>', 'those alone').choices(states))
    .option('--limit <number>', 'how many at most', wholeNumber(1, 100))
    .action(
      async (
        webhookId: string,
        asked: Omit<ListWebhookDeliveriesRequest, 'projectId' | 'webhookId'>,
      ) => {
        const { calls, projectId } = await session.inProject();
        const answer = await calls.listWebhookDeliveries({ projectId, webhookId, ...asked });
        const human = () => table(answer.deliveries, DELIVERY_COLUMNS, 'There are none.');
        session.print(answer, human);
      },
    );
  webhooks
    .command('resend')
    .description('send a delivery again, at once')
    .argument('<webhook>', WEBHOOK)
    .argument('<delivery>', 'its id')
    .action(async (webhookId: string, deliveryId: string) => {
      const { calls, projectId } = await session.inProject();
      const answer = await calls.resendWebhookDelivery({ projectId, webhookId, deliveryId });
      session.print(answer, () => `${deliveryId} is sent again.`);
    });
}

/** `webhooks …`. */
export const addWebhookCommands: AddCommands = (program, session) => {
  const webhooks = program.command('webhooks').description('addresses that events are sent to');
  webhooks
    .command('list')
    .description('list them')
    .action(async () => {
      const { calls, projectId } = await session.inProject();
      const answer = await calls.listWebhooks({ projectId });
      session.print(answer, () => table(answer.webhooks, COLUMNS, 'There are no webhooks.'));
    });
  addChanging(webhooks, session);
  addDeliveries(webhooks, session);
};
