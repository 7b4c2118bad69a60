import { monthOf, type Plan } from './plans.ts';
import type { Project } from './project.ts';
import { isQuotaOnlyLogged } from './quota-mode.ts';

/**
 * Whether a project's images are refused above its plan's bandwidth: by its own setting, or by its
 * plan. A project whose quotas are only logged refuses none.
 */
export function refusesOverBandwidth({
  plan,
  settings,
}: Pick<Project, 'plan' | 'settings'>): boolean {
  const isChosen = settings.overBandwidth === 'refuse' || plan.refusesOverBandwidth === true;
  return isChosen && !isQuotaOnlyLogged({ plan, settings });
}

/** Whether these bytes of a month use up a plan. */
export function isBandwidthSpent(plan: Pick<Plan, 'maxBandwidthBytesPerMonth'>, bytes: number) {
  const limit = plan.maxBandwidthBytesPerMonth;
  return limit !== null && bytes >= limit;
}

/**
 * Whether a project's images are refused at a moment. A larger plan serves them from the next
 * request on, and so does the next month (quotas.bandwidth-refusal).
 */
export function refusesImages(
  project: Pick<Project, 'plan' | 'settings' | 'spentBandwidth'>,
  now: number,
): boolean {
  const { plan, spentBandwidth } = project;
  return (
    spentBandwidth?.month === monthOf(now) &&
    isBandwidthSpent(plan, spentBandwidth.bytes) &&
    refusesOverBandwidth(project)
  );
}
