import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventsPath } from '../../../local/workers/local-events.ts';
import type { StartedService } from '../service/start-service.ts';
import { createClientUser } from './client-user.ts';

const SAVED = 'image.saved';

interface SentEvent {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly imageId?: string };
}

/** A receiver of a webhook, which lives longer than the service. */
export interface EventReceiver {
  /** Takes the local project over, and has its events sent here. */
  join(service: StartedService): Promise<void>;
  /** The images whose saving came by the webhook; each event counts once. */
  heardOf(): ReadonlySet<string>;
  /** Deliveries, and those of them that repeat an event. */
  count(): { readonly deliveries: number; readonly repeated: number };
  close(): void;
}

async function takeOver(service: StartedService, token: string): Promise<void> {
  const { status } = await fetch(`${service.baseUrl}/console/take-over`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      Origin: service.baseUrl,
      'Sec-Fetch-Site': 'same-origin',
    },
  });
  if (status !== 200) throw new Error(`the local project can't be taken over: ${status}`);
}

/** Starts a receiver on this machine. */
export async function startEventReceiver(): Promise<EventReceiver> {
  const events = new Map<string, string>();
  let deliveries = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { id, data }: SentEvent = JSON.parse(body);
    deliveries += 1;
    events.set(id, data.imageId ?? '');
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    join: async (service) => {
      const user = createClientUser(service, -1);
      await takeOver(service, await user.token());
      const { projectId } = service;
      const hook = { projectId, url: `http://127.0.0.1:${port}/`, eventTypes: [SAVED] };
      const { status, json } = await user.inProject('create-webhook', hook);
      if (status !== 200) throw new Error(JSON.stringify(json));
    },
    heardOf: () => new Set(events.values()),
    count: () => ({ deliveries, repeated: deliveries - events.size }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The images whose saving is in the events file. Throws where a line of it is no event. */
export function imagesInEvents(dataDir: string): ReadonlySet<string> {
  const path = eventsPath(dataDir);
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
  const all: SentEvent[] = lines.map((line) => JSON.parse(line));
  const saved = all.filter(({ type }) => type === SAVED);
  return new Set(saved.map(({ data }) => data.imageId ?? ''));
}
