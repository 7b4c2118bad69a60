import type { OperatorCommands } from '../../core/ports/projects/operator-commands.ts';

/**
 * Those of a deployed stack, of a member and of the operator. They name no project or account: the
 * answer may be a visitor's.
 */
export const AWS_OPERATOR_COMMANDS: OperatorCommands = {
  allowOrigin: (origin) => `npx imagewell origins add ${origin}`,
  liftPlan: () => 'npx imagewell admin accounts set-plan ACCOUNT PLAN',
};
