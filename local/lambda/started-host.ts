import type { HostRole } from './host-channel.ts';
import type { HostMessage, ParentMessage } from './host-messages.ts';

export interface HostStart {
  readonly entryPath: string;
  /** The name of its group. */
  readonly group: string;
  readonly role: HostRole;
  /** No secrets: others can read the arguments of a process. */
  readonly settings: unknown;
}

export interface HostEvents {
  onMessage(message: HostMessage): void;
  /** With its exit code or the signal. */
  onExit(end: string): void;
}

/** The parent's hold on one thread or process that runs functions. */
export interface FunctionHost {
  /** Of the service itself for a thread; 0: the process could not be started. */
  readonly pid: number;
  /** 0 for a process. */
  readonly threadId: number;
  send(message: ParentMessage): void;
  /** Ends it, even in a loop that never yields. */
  kill(): void;
  readonly exited: Promise<void>;
}
