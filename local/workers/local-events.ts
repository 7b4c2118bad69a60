import { join } from 'node:path';
import { createDiskReserve } from '../../adapters/folder/disk/reserve.ts';
import { createFileEventSink } from '../../adapters/folder/event-sink.ts';
import { type ChangeLog, createSqliteChangeLog } from '../../adapters/sqlite/change-log.ts';
import { publishChanges } from '../../core/use-cases/events/publish-changes.ts';
import { deliverWebhook } from '../../core/use-cases/webhooks/deliver-webhook.ts';
import { createWebhookSink } from '../../core/use-cases/webhooks/webhook-sink.ts';
import type { LocalDatabase } from '../data-folder/open-records.ts';
import {
  createLocalProjects,
  createLocalWebhooks,
  type LocalSettings,
} from '../lambda/local-services.ts';
import { startDeliveryLoop } from './delivery-loop.ts';
import { type EventLoop, startEventLoop } from './event-loop.ts';

/** The local event sink: one line of JSON for each event. */
export function eventsPath(dataDir: string): string {
  return join(dataDir, 'events.jsonl');
}

/** Both loops: one publishes changes, the other tries deliveries. */
function startTelling(
  db: LocalDatabase,
  settings: LocalSettings,
  changeLog: ChangeLog,
  onFault: (message: string) => void,
): EventLoop {
  const needs = { projects: createLocalProjects(db, settings), cdnUrl: settings.cdnUrl };
  const webhooks = { clock: Date.now, ...createLocalWebhooks(db, settings) };
  const { dataDir } = settings;
  const file = createFileEventSink(eventsPath(dataDir), createDiskReserve(dataDir));
  const sinks = [file, createWebhookSink(webhooks)];
  const publish = (changes: Parameters<typeof publishChanges>[2]) =>
    publishChanges(needs, sinks, changes);
  const telling = startEventLoop({ changeLog, publish, onFault });
  const { deliveries } = webhooks;
  const delivering = startDeliveryLoop({
    listDue: (limit) => deliveries.listDue(Date.now(), limit),
    deliver: (name) => deliverWebhook(webhooks, name),
    onFault,
  });
  return {
    stop: () => {
      telling.stop();
      delivering.stop();
    },
  };
}

/**
 * Publishes changes if this start has events on; else turns the log of changes off. Changes that an
 * earlier start logged are published by the next start with events.
 */
export function startLocalEvents(
  db: LocalDatabase,
  settings: LocalSettings,
  onFault: (message: string) => void,
): EventLoop | undefined {
  const changeLog = createSqliteChangeLog(db);
  changeLog.turn(settings.hasEvents);
  if (!settings.hasEvents) return undefined;
  return startTelling(db, settings, changeLog, onFault);
}
