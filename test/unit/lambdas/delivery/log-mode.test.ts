import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSqliteAccountStore } from '../../../../adapters/sqlite/accounts/account-store.ts';
import { openDatabase } from '../../../../adapters/sqlite/database/open-database.ts';
import { createSqliteProjectStore } from '../../../../adapters/sqlite/projects/project-store.ts';
import { createPlanNamed } from '../../../../core/projects/plans.ts';
import { findPlansFaults, readPlans } from '../../../../core/projects/read-plans.ts';
import { databasePath } from '../../../../local/data-folder/data-paths.ts';
import { makeUsers, type TestUsers } from '../../../support/http/call-as.ts';

const LIMITS_OF_FREE = {
  maxImages: 50,
  maxTransformationsPerMonth: 100,
  maxBandwidthBytesPerMonth: null,
  maxProjects: 3,
};
const LAX = { ...LIMITS_OF_FREE, mayExceedQuota: true };
const PLANS_OF_SETTINGS = readPlans(JSON.stringify({ strict: LIMITS_OF_FREE, lax: LAX }));
const FORBIDDEN = [403, 'plan_forbids_log_mode'];

let test: TestUsers;
let projectId: string;
let db: ReturnType<typeof openDatabase>;
beforeEach(async () => {
  test = await makeUsers();
  projectId = await test.projectOf('ann');
  db = openDatabase(databasePath(test.dataDir));
  const planNamed = createPlanNamed(PLANS_OF_SETTINGS);
  Object.assign(test.services as object, {
    accounts: createSqliteAccountStore(db, planNamed),
    projects: createSqliteProjectStore(db, planNamed),
  });
});
afterEach(() => {
  db.close();
  return test.remove();
});

const setPlan = (plan: string) => db.prepare('UPDATE accounts SET plan = ?').run(plan);
const create = (more: object) => test.call('ann', 'createProject', { name: 'n', ...more });
const update = (more: object) => test.call('ann', 'updateProject', { projectId, ...more });
const modeOf = async () => (await test.call('ann', 'getProject', { projectId })).json.quotaMode;

describe('quotaMode log', () => {
  it.each(['free', 'strict', 'a plan that is configured no more'])(
    'is forbidden by the plan %s, whatever else is set with it (quotas.log-mode)',
    async (plan) => {
      setPlan(plan);
      for (const answer of [
        await create({ quotaMode: 'log' }),
        await update({ quotaMode: 'log', name: 'other' }),
      ]) {
        expect([answer.status, answer.json.code]).toEqual(FORBIDDEN);
      }
      const { json } = await test.call('ann', 'listProjects', {});
      expect(json.projects).toMatchObject([{ projectId, name: 'default', quotaMode: 'enforce' }]);
      expect((await create({ quotaMode: 'enforce' })).status).toBe(200);
    },
  );

  it.each(['lax', 'unlimited'])('may be set on the plan %s (quotas.log-mode)', async (plan) => {
    setPlan(plan);
    expect((await create({ quotaMode: 'log' })).json.quotaMode).toBe('log');
    expect((await update({ quotaMode: 'log' })).json.quotaMode).toBe('log');
    expect(await modeOf()).toBe('log');
  });

  it('depends on the plan of the project, not on the caller’s plan (quotas.log-mode)', async () => {
    setPlan('strict');
    await test.giveRole('bob', projectId, 'admin');
    const bob = await test.accountOf('bob');
    db.prepare("UPDATE accounts SET plan = 'lax' WHERE account_id = ?").run(bob);
    const byBob = await test.call('bob', 'updateProject', { projectId, quotaMode: 'log' });
    expect([byBob.status, byBob.json.code]).toEqual(FORBIDDEN);
  });

  it('is refused after the check of the fields: a broken one is reported first (errors.check-order)', async () => {
    const broken = await create({ quotaMode: 'log', allowedWidths: 'x' });
    expect([broken.status, broken.json.code]).toEqual([400, 'validation_failed']);
  });

  it('of before can be ended on a plan that forbids it, and other settings changed (quotas.log-mode)', async () => {
    setPlan('lax');
    await update({ quotaMode: 'log' });
    setPlan('strict');
    expect((await update({ temporaryLifeHours: 2 })).status).toBe(200);
    expect(await modeOf()).toBe('log');
    expect((await update({ quotaMode: 'enforce' })).json.quotaMode).toBe('enforce');
  });
});

describe('a plan of the settings', () => {
  it('may say that quotas may be exceeded; it is no limit that each plan has to say', () => {
    const plans = { a: LIMITS_OF_FREE, b: LAX, c: { ...LAX, mayExceedQuota: false } };
    expect(findPlansFaults(plans)).toEqual([]);
    for (const wrong of [1, 'true', null]) {
      expect(findPlansFaults({ d: { ...LAX, mayExceedQuota: wrong } })).toEqual([
        'd: mayExceedQuota must be true or false',
      ]);
    }
    expect(findPlansFaults({ e: { ...LAX, mayExceedQuotas: true } }).join()).toContain(
      'did you mean mayExceedQuota?',
    );
  });

  it('is shown to its user', async () => {
    const plan = async (name: string) => {
      setPlan(name);
      return (await test.call('ann', 'getAccount', {})).json.plan.mayExceedQuota;
    };
    expect([await plan('free'), await plan('strict'), await plan('lax')]).toEqual([
      false,
      false,
      true,
    ]);
  });
});
