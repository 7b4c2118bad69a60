import type { Command } from 'commander';
import type { Session } from '../session.ts';

/** Puts some commands into the tree. */
export type AddCommands = (program: Command, session: Session) => void;
