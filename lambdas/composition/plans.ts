import type { Log } from '../../core/ports/log.ts';
import { createPlanNamed, type PlanNamed } from '../../core/projects/plans.ts';
import { ENVIRONMENT, findEnvironment } from '../environment.ts';

/**
 * The plans of this deploy. The stack has validated them, and sets no variable if it has no
 * additional ones.
 */
export function awsPlanNamed(log: () => Log): PlanNamed {
  const configured = findEnvironment(ENVIRONMENT.plans);
  return createPlanNamed(configured === undefined ? {} : JSON.parse(configured), (plan) =>
    log().warn('plan not configured, free applies', { plan }),
  );
}
