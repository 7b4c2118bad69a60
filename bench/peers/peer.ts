import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BENCH_FOLDER } from '../originals/originals.ts';
import type { Work } from '../originals/works.ts';

/** Servers that we are compared with. */
export const PEER_NAMES = ['ipx', 'imgproxy'] as const;
export type PeerName = (typeof PEER_NAMES)[number];

/** A started image server that reads the folder of the originals. */
export interface Peer {
  readonly pid: number;
  /** The address of a rendition. Without a quality: of the peer's own default. */
  url(work: Work, width: number, quality?: number): string;
  stop(): void;
}

/** A kind of peer on this machine. */
export interface PeerKind {
  /** The version, or undefined where it is not installed. */
  findVersion(): string | undefined;
  start(): Promise<Peer>;
}

/** Packages of peers, outside of our lockfile. */
export const PEERS_FOLDER = join(BENCH_FOLDER, 'peers');

/** A program in the folder of the peers, or else by its name in PATH. */
export function findProgram(name: string): string | undefined {
  const folders = [join(PEERS_FOLDER, 'bin'), ...(process.env.PATH ?? '').split(':')];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
