import type { Log } from '../../core/ports/log.ts';
import type { BuiltFunctions } from '../lambda/build-functions.ts';
import type { DocsSource } from './docs-build.ts';

/** The files that a local service runs and serves: made from a checkout, or packed beside it. */
export interface ServiceProgram {
  readonly version: string;
  /** The functions; `hostEntry` is the source of other functions, for tests. */
  openFunctions(hostEntry?: string): Promise<BuiltFunctions>;
  /** The viewer-request function of the site, a script with a top-level `handler`. */
  readSiteFunction(): Promise<string>;
  /** The folder of the console, for its first page; undefined where there is none. */
  openConsole(): Promise<string | undefined>;
  /** The folder of the built docs, which may be missing. */
  readonly docsFolder: string;
  /** Builds the docs into that folder; undefined where they can't be built. */
  readonly docs: DocsSource | undefined;
  /** The arguments of Node before `--data DIR --json` for the program that adds sample images. */
  readonly samples: readonly string[];
}

/** Opens the files that a service runs and serves. */
export type OpenProgram = (log: Log) => Promise<ServiceProgram>;
