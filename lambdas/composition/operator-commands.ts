import type { OperatorCommands } from '../../core/ports/projects/operator-commands.ts';

/** Those of a deployed stack, of a member and of the operator. They name no project or account. */
export const AWS_OPERATOR_COMMANDS: OperatorCommands = {
  here: null,
  elsewhere: {
    allowOrigin: (origin) => `npx imagewell origins add ${origin}`,
    liftPlan: () => 'npx imagewell admin accounts set-plan ACCOUNT PLAN',
  },
};
