import { isJsonObject } from '../foundation/json/json-value.ts';
import { LIMITS } from '../foundation/limits.ts';
import { nearestName } from '../foundation/nearest-name.ts';
import { type ConfiguredPlan, type ConfiguredPlans, PLANS, type PlanLimits } from './plans.ts';

const PLAN_NAME = /^[a-z0-9-]{1,30}$/;
/** Each is required: a forgotten limit would be none. */
const LIMIT_NAMES = Object.keys(PLANS.free).filter((name) => name !== 'name');

/** The optional fields of a plan. */
const IS_FLAG: Readonly<Record<Exclude<keyof ConfiguredPlan, keyof PlanLimits>, true>> = {
  mayExceedQuota: true,
  refusesOverBandwidth: true,
};

function findLimitFault([name, value]: [string, unknown]): string[] {
  if (Object.hasOwn(IS_FLAG, name)) {
    return typeof value === 'boolean' ? [] : [`${name} must be true or false`];
  }
  if (!LIMIT_NAMES.includes(name)) {
    const nearest = nearestName(name, [...LIMIT_NAMES, ...Object.keys(IS_FLAG)]);
    return [`${name} is not a known limit${nearest ? `; did you mean ${nearest}?` : ''}`];
  }
  const isLimit = value === null || (Number.isSafeInteger(value) && (value as number) >= 0);
  return isLimit ? [] : [`${name} must be an integer, or null for no limit`];
}

function findPlanFaults([name, limits]: [string, unknown]): string[] {
  const at = (fault: string) => `${name}: ${fault}`;
  if (Object.hasOwn(PLANS, name)) return [at('is a built-in plan and cannot be changed')];
  const wrongName = PLAN_NAME.test(name)
    ? []
    : [at('a plan name must have 1 to 30 lower-case letters, digits and hyphens')];
  if (!isJsonObject(limits)) return [...wrongName, at('must be an object of limits')];
  const missing = LIMIT_NAMES.filter((limit) => !Object.hasOwn(limits, limit));
  return [
    ...wrongName,
    ...missing.map((limit) => at(`${limit} is missing`)),
    ...Object.entries(limits).flatMap(findLimitFault).map(at),
  ];
}

/** All faults of configured plans; empty: they are ConfiguredPlans. */
export function findPlansFaults(sent: unknown): string[] {
  if (!isJsonObject(sent)) return ['must be an object with one plan per name'];
  const plans = Object.entries(sent);
  const most = LIMITS.maxConfiguredPlans;
  const tooMany =
    plans.length > most ? [`there are ${plans.length} plans; the maximum is ${most}`] : [];
  return [...tooMany, ...plans.flatMap(findPlanFaults)];
}

/** The plans of a JSON text; an Error that lists every fault. */
export function readPlans(text: string): ConfiguredPlans {
  const sent = parsed(text);
  const faults = findPlansFaults(sent);
  if (faults.length === 0) return sent as ConfiguredPlans;
  throw new Error(
    `The plans are invalid; correct them:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('The plans are not valid JSON; check commas, quotes and brackets.');
  }
}
