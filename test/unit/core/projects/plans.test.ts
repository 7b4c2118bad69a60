import { describe, expect, it } from 'vitest';
import {
  createPlanNamed,
  findPlan,
  monthEnd,
  monthOf,
  PLANS,
  secondsToMonthEnd,
} from '../../../../core/projects/plans.ts';
import { findPlansFaults, readPlans } from '../../../../core/projects/read-plans.ts';

const TEAM = {
  maxImages: 1000,
  maxTransformationsPerMonth: 0,
  maxBandwidthBytesPerMonth: null,
  maxProjects: 10,
};

describe('plans from settings', () => {
  it('are found by their names beside free and unlimited (quotas.plans)', () => {
    const plans = readPlans(JSON.stringify({ team: TEAM }));
    expect(findPlan('team', plans)).toEqual({ ...TEAM, name: 'team' });
    expect(findPlan('free', plans)).toBe(PLANS.free);
    expect(findPlan('constructor', plans)).toBeUndefined();
    expect(findPlan('__proto__', plans)).toBeUndefined();
  });

  it('hold an account to free if its plan is no longer configured, and log it once (quotas.plans)', () => {
    const told: string[] = [];
    const planNamed = createPlanNamed({ team: TEAM }, (name) => told.push(name));
    expect(planNamed('team').maxImages).toBe(1000);
    expect(planNamed('gone')).toBe(PLANS.free);
    expect(planNamed('gone')).toBe(PLANS.free);
    expect(planNamed('toString')).toBe(PLANS.free);
    expect(told).toEqual(['gone', 'toString']);
  });

  it('are refused with all faults together', () => {
    const { maxProjects: _, ...less } = TEAM;
    expect(findPlansFaults({ team: TEAM })).toEqual([]);
    expect(findPlansFaults([])).toHaveLength(1);
    const faults = findPlansFaults({
      free: TEAM,
      Team: TEAM,
      less,
      text: 'x',
      wrong: {
        ...TEAM,
        maxImages: -1,
        maxProjects: 1.5,
        maxImage: 3,
        maxBandwidthBytesPerMonth: '1',
      },
    });
    expect(faults.map((fault) => fault.split(' ').slice(0, 2).join(' '))).toEqual([
      'free: is',
      'Team: a',
      'less: maxProjects',
      'text: must',
      'wrong: maxImages',
      'wrong: maxBandwidthBytesPerMonth',
      'wrong: maxProjects',
      'wrong: maxImage',
    ]);
    expect(faults.join()).toContain('did you mean maxImages?');
    const many = Array.from({ length: 11 }, (__, at) => [`p${at}`, TEAM]);
    expect(findPlansFaults(Object.fromEntries(many))).toEqual([
      'there are 11 plans; the maximum is 10',
    ]);
    expect(() => readPlans('{"team": {}, "a b": 1}')).toThrow(/maxImages[\s\S]*a b/);
    expect(() => readPlans('{')).toThrow('not valid JSON');
  });
});

describe('the month of a plan', () => {
  const last = Date.UTC(2026, 11, 31, 23, 59, 59, 999);

  it('is a calendar month in UTC, and ends with 23:59:59.999 (quotas.month)', () => {
    expect([monthOf(last), monthOf(last + 1)]).toEqual(['2026-12', '2027-01']);
    expect([monthEnd(last), monthEnd(last + 1)]).toEqual([last + 1, Date.UTC(2027, 1, 1)]);
    expect(monthEnd(Date.UTC(2028, 1, 29, 23, 59, 59, 999))).toBe(Date.UTC(2028, 2, 1));
  });

  it('has whole seconds left, rounded up, and never none (quotas.month)', () => {
    expect(secondsToMonthEnd(last)).toBe(1);
    expect(secondsToMonthEnd(last - 1000)).toBe(2);
    expect(secondsToMonthEnd(last + 1)).toBe(31 * 86_400);
  });
});
