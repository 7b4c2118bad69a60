import type { PreSignUpTriggerEvent } from 'aws-lambda';
import { maySignUp, type SignUpRule } from '../../core/accounts/sign-up.ts';
import { ENVIRONMENT, findEnvironment, readEnvironment } from '../environment.ts';

/**
 * Amazon Cognito Developer Guide, "Pre sign-up Lambda trigger": an operator's invitation triggers
 * it as well.
 */
const BY_AN_OPERATOR = 'PreSignUp_AdminCreateUser';

/**
 * The user pool's check before a sign-up: an error refuses it, and its text is shown to the user.
 * It confirms no user: a user must first enter the code that was sent to the address.
 */
export function createHandler(rule: SignUpRule) {
  return async (event: PreSignUpTriggerEvent): Promise<PreSignUpTriggerEvent> => {
    const isInvited = event.triggerSource === BY_AN_OPERATOR;
    if (isInvited || maySignUp(rule, event.request.userAttributes.email ?? '')) return event;
    throw new Error('Ask the operator of this service for an invitation');
  };
}

/** The rule that the stack set. */
function readRule(): SignUpRule {
  return {
    kind: readEnvironment(ENVIRONMENT.signUp) as SignUpRule['kind'],
    domains: findEnvironment(ENVIRONMENT.signUpDomains)?.split(',') ?? [],
  };
}

export const handler = (event: PreSignUpTriggerEvent) => createHandler(readRule())(event);
