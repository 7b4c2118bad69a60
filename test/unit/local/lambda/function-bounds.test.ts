import { describe, expect, it } from 'vitest';
import { API_FUNCTIONS } from '../../../../core/api/endpoints.ts';
import { API_ROUTES } from '../../../../local/api-gateway/api-routes.ts';
import { FUNCTION_BOUNDS, USER_FUNCTION } from '../../../../local/lambda/function-bounds.ts';
import { FUNCTIONS } from '../../../../local/lambda/functions.ts';

const PERSON_CALLS = API_FUNCTIONS.filter((name) =>
  ['account-and-team-calls', 'project-calls', 'project-key-calls', 'webhook-calls'].includes(name),
);
/** These many processes at their peak stay below 2 GiB (security.deadline-kills). */
const MOST_PROCESSES = 22;

describe('the processes of the local service', () => {
  it('are no more for functions that AWS has apart: those of users’ calls share theirs', () => {
    expect(PERSON_CALLS).toHaveLength(4);
    for (const name of PERSON_CALLS) expect(FUNCTION_BOUNDS[name]).toBeUndefined();
    expect(FUNCTION_BOUNDS[USER_FUNCTION]?.maxProcesses).toBe(2);
    const all = Object.values(FUNCTION_BOUNDS).map(
      ({ maxProcesses, maxHeavyProcesses = 0 }) => maxProcesses + maxHeavyProcesses,
    );
    expect(all.reduce((sum, entry) => sum + entry)).toBeLessThanOrEqual(MOST_PROCESSES);
  });

  it('run every call: each route leads to a function that there is', () => {
    expect(API_ROUTES.filter(({ functionName }) => !FUNCTIONS[functionName])).toEqual([]);
  });
});
