import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { orStorageFault } from '../../folder/disk/disk-faults.ts';
import { type DiskReserve, NO_RESERVE } from '../../folder/disk/reserve.ts';

const BUSY_TIMEOUT_MS = 5_000;
/**
 * After this number of pages, a megabyte, the write-ahead log is moved into the database and
 * restarted: it must fit into the reserve.
 */
const MAX_LOG_PAGES = 256;

function telling<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw orStorageFault(error);
  }
}

type Call = (...values: unknown[]) => unknown;

/**
 * A database file on a disk that may be full or failing: its errors are translated for the caller.
 * A writing statement outside of a transaction first requires a whole reserve.
 */
export class DiskDatabase extends DatabaseSync {
  readonly reserve: DiskReserve;

  constructor(path: string, reserve: DiskReserve) {
    super(path, { timeout: BUSY_TIMEOUT_MS });
    this.reserve = reserve;
    try {
      // FULL: a commit is on disk before it is acknowledged (security.acknowledged-is-durable)
      this.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
      this.exec(`PRAGMA wal_autocheckpoint = ${MAX_LOG_PAGES}`);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  override exec(sql: string): void {
    telling(() => super.exec(sql));
  }

  override prepare(sql: string): StatementSync {
    const statement = telling(() => super.prepare(sql));
    const asTold = (call: Call) => {
      const bound = call.bind(statement);
      return (...values: unknown[]) => telling(() => bound(...values));
    };
    const run = asTold(statement.run as Call);
    return Object.assign(statement, {
      get: asTold(statement.get as Call),
      all: asTold(statement.all as Call),
      run: (...values: unknown[]) => {
        if (!this.isTransaction) this.reserve.requireWhole();
        return run(...values);
      },
    }) as StatementSync;
  }
}

/** The reserve of a database's disk. */
export function reserveOf(db: DatabaseSync): DiskReserve {
  return db instanceof DiskDatabase ? db.reserve : NO_RESERVE;
}
