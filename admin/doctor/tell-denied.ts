import { type Check, warned } from '../checks/run-checks.ts';
import { DOCTOR_ACTIONS } from './doctor-actions.ts';

/** Names of AWS's errors for a missing permission; each service has its own. */
const DENIED = /^(AccessDenied|AuthorizationError|UnauthorizedOperation|NotAuthorized)/;
/** AWS names the action that it refused, mostly. */
const REFUSED_ACTION = /not authorized to perform: ([a-z0-9-]+:\w+)/i;

/** Turns the refusal of a call into a warning that names the missing permission. */
export function tellDenied<Subject>(check: Check<Subject>): Check<Subject> {
  return {
    ...check,
    async run(subject) {
      try {
        return await check.run(subject);
      } catch (error) {
        const { name, message } = error as Error;
        if (!DENIED.test(name)) throw error;
        const [, refused] = REFUSED_ACTION.exec(message) ?? [];
        const actions = refused ? [refused] : (DOCTOR_ACTIONS[check.name] ?? []);
        return warned(`It could not be checked: this needs ${actions.join(', ') || name}.`);
      }
    },
  };
}
