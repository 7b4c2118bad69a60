/** Texts of screens whose calls are made at the command line. */
export const BY_COMMAND_TEXTS = {
  sub: 'This page shows its commands only. Sign in at a terminal and run them there.',
  commands: 'Commands',
  toCopy: 'the commands',
} as const;
