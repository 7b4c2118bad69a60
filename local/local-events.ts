import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { createSqliteChangeLog } from '../adapters/change-log/sqlite.ts';
import { createFileEventSink } from '../adapters/event-sink/file.ts';
import { publishChanges } from '../core/use-cases/publish-changes.ts';
import { type EventLoop, startEventLoop } from './event-loop.ts';
import { createLocalProjects, type LocalSettings } from './services.ts';

/** Where events are told of locally, a line of JSON each. */
export function eventsPath(dataDir: string): string {
  return join(dataDir, 'events.jsonl');
}

/** Tells of changes where this start was asked for events; else turns the log of changes off. What an earlier start logged is told by the next that tells. */
export function startLocalEvents(
  db: DatabaseSync,
  settings: LocalSettings,
  onFault: (message: string) => void,
): EventLoop | undefined {
  const changeLog = createSqliteChangeLog(db);
  changeLog.turn(settings.hasEvents);
  if (!settings.hasEvents) return undefined;
  const needs = { projects: createLocalProjects(db, settings), cdnUrl: settings.cdnUrl };
  const sinks = [createFileEventSink(eventsPath(settings.dataDir))];
  const publish = (changes: Parameters<typeof publishChanges>[2]) =>
    publishChanges(needs, sinks, changes);
  return startEventLoop({ changeLog, publish, onFault });
}
