import type { CreateWebhookRequest } from '../../client/src/generated/calls.ts';
import { ImagewellError } from '../../client/src/imagewell-error.ts';
import { CommandError } from '../command-error.ts';
import { safeText } from '../output/safe-text.ts';
import { isLoopback } from '../service/service-address.ts';
import type { Session } from '../session.ts';
import { type Arrival, isLeftBehind, startEventListener } from './event-listener.ts';
import { verifySignature } from './verify-signature.ts';

export interface ListenOptions {
  readonly forwardTo?: string;
  readonly events?: NonNullable<CreateWebhookRequest['eventTypes']>;
}

/** An event as far as a line of the output needs it. */
interface WebhookEvent {
  readonly type?: string;
  readonly timestamp?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** The service gives an attempt five seconds. */
const FORWARD_MS = 4_500;
const START = 'Start it for that: npx imagewell start --events --loopback-webhooks';

function readTarget(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url?.protocol === 'http:' && isLoopback(url)) return url;
  const message = `${text} is not a URL of this machine, like http://localhost:3000/hooks.`;
  throw new CommandError('usage', message);
}

async function requireLocalService(session: Session): Promise<void> {
  const { baseUrl } = await session.service();
  if (isLoopback(new URL(baseUrl))) return;
  const hint = 'For a service in the cloud create a webhook with a public https URL.';
  throw new CommandError('usage', `${baseUrl} cannot reach a listener on this machine.`, hint);
}

async function removeLeftBehind(session: Session): Promise<void> {
  const { calls, projectId } = await session.inProject();
  const { webhooks } = await calls.listWebhooks({ projectId });
  for (const { webhookId, url } of webhooks) {
    if (!(await isLeftBehind(url))) continue;
    await calls.deleteWebhook({ projectId, webhookId });
    session.tell(`Removed ${webhookId}, which an earlier listener left behind.`);
  }
}

async function createWebhook(session: Session, url: string, { events }: ListenOptions) {
  const { calls, projectId } = await session.inProject();
  try {
    return await calls.createWebhook({ projectId, url, ...(events && { eventTypes: events }) });
  } catch (error) {
    if (!(error instanceof ImagewellError)) throw error;
    const { code, errors = [] } = error.problem ?? {};
    if (code === 'events_disabled') {
      throw new CommandError('usage', 'The service runs without events.', START);
    }
    if (!errors.some(({ pointer }) => pointer === '/url')) throw error;
    throw new CommandError('usage', 'The service allows no webhooks on this machine.', START);
  }
}

/** A line of the event: its time, its type and the image or project that it is about. */
function describeEvent({ timestamp = '', type = '', data = {} }: WebhookEvent): string {
  const subject = data.imageUrl ?? data.temporaryImageUrl ?? data.imageId ?? data.projectId ?? '';
  return safeText([timestamp, type, String(subject)].filter(Boolean).join('  '));
}

async function forward(target: URL, { headers, body }: Arrival): Promise<number> {
  const passed = Object.entries(headers).filter(([name]) => {
    return name.startsWith('webhook-') || name === 'content-type' || name === 'user-agent';
  });
  const answer = await fetch(target, {
    method: 'POST',
    headers: passed.map(([name, value]): [string, string] => [name, String(value)]),
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(FORWARD_MS),
  });
  await answer.body?.cancel();
  return answer.status;
}

/** Answers each message: 401 for a wrong signature, else the status of the target, or 204. */
function createReceiver(session: Session, secret: () => string, target: URL | undefined) {
  const { stdout } = session.machine;
  return async (arrival: Arrival): Promise<number> => {
    const { headers, body } = arrival;
    if (!verifySignature(headers, body, { secret: secret(), now: Date.now() })) {
      session.tell('A message with a wrong signature was refused.');
      return 401;
    }
    const event: WebhookEvent = JSON.parse(body);
    stdout.write(`${session.options().json ? JSON.stringify(event) : describeEvent(event)}\n`);
    if (!target) return 204;
    try {
      const status = await forward(target, arrival);
      if (status >= 300) session.tell(`${target.href} answered ${status}.`);
      return status;
    } catch (error) {
      session.tell(`${target.href} did not answer: ${(error as Error).message}.`);
      return 502;
    }
  };
}

/**
 * `webhooks listen`: prints the events of a project until a signal ends it, and perhaps passes them
 * on. Its webhook is there for this time only; the next run removes one of a killed run.
 */
export async function listen(session: Session, options: ListenOptions): Promise<void> {
  const target = readTarget(options.forwardTo);
  await requireLocalService(session);
  await removeLeftBehind(session);
  let secret = '';
  const listener = await startEventListener(createReceiver(session, () => secret, target));
  const ended = new Promise<void>((done) => {
    for (const signal of SIGNALS) process.once(signal, () => done());
  });
  try {
    const created = await createWebhook(session, listener.url, options);
    secret = created.secret;
    const { webhookId } = created.webhook;
    const passing = target ? `, passed on to ${target.href}` : '';
    session.tell(`Listening for events as ${webhookId}${passing}. Ctrl-C ends it.`);
    await ended;
    const { calls, projectId } = await session.inProject();
    await calls.deleteWebhook({ projectId, webhookId });
    session.tell(`${webhookId} is removed.`);
  } finally {
    await listener.close();
  }
}
