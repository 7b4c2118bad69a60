import type { Readable, Writable } from 'node:stream';
import type { Environment } from './environment.ts';

type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** All that the command line needs of where it runs. */
export interface Machine {
  readonly env: Environment;
  readonly version: string;
  readonly platform: NodeJS.Platform;
  readonly homeDir: string;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** How the command line is known to issuers. */
  readonly signInClient: SignInClient;
  /** An access token of the local service over a data folder. */
  readonly issueLocalToken: (dataDir: string, email: string) => Promise<string>;
}

/** A public client of an issuer (RFC 8252). */
export interface SignInClient {
  readonly clientId: string;
  /** Of the loopback interface: an issuer redirects to no other. */
  readonly ports: readonly number[];
  readonly path: string;
}

/** Whether a user at a terminal can answer questions. */
export function isInteractive({ stdin, stderr, env }: Machine): boolean {
  return stdin.isTTY === true && stderr.isTTY === true && !env.CI;
}
