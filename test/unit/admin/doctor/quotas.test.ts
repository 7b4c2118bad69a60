import { describe, expect, it } from 'vitest';
import { runChecks } from '../../../../admin/checks/run-checks.ts';
import { QUOTA_CHECKS } from '../../../../admin/doctor/quota-checks.ts';
import type { QuotaSubject } from '../../../../admin/doctor/quota-subject.ts';
import type { DoctorSubject } from '../../../../admin/doctor/subject.ts';
import {
  ACCOUNT_QUOTA_NAMES,
  type AccountQuotaName,
  accountQuota,
} from '../../../../lib/quotas/account-quotas.ts';
import { neededExecutions } from '../../../../lib/quotas/executions.ts';
import { amountsOf, resourcesOf } from '../../../../lib/quotas/stage-needs.ts';
import { type GivenSettings, PART_NAMES, settingsOf } from '../../../../lib/quotas/stage-parts.ts';

const EVERYTHING = settingsOf(PART_NAMES);

/** An account without anything, with AWS's defaults. */
const EMPTY: QuotaSubject = {
  findDeployedSettings: async () => undefined,
  countResources: async () => ({}),
  countUsed: async () => 0,
  findQuota: async () => undefined,
  getExecutions: async () => ({ concurrent: 1_000, reservedByOthers: 0 }),
};

async function examine(quotas: Partial<QuotaSubject>, settings?: GivenSettings) {
  const stage = settings && { read: { settings, path: 'settings/prod.json' } };
  const subject = { stage, quotas: { ...EMPTY, ...quotas } } as unknown as DoctorSubject;
  const checks = QUOTA_CHECKS.map(({ needs: _, ...check }) => check);
  const [lambda, account] = await runChecks(checks, subject, { now: () => 0 });
  if (!lambda || !account) throw new Error('a check is missing');
  return { lambda, account };
}

/** Used amounts of an account; 0 of what isn't named. */
const using = (used: Partial<Record<AccountQuotaName, number>>) => ({
  countUsed: async (name: AccountQuotaName) => used[name] ?? 0,
});

describe('doctor, about the quotas of an account', () => {
  it('fails at 19 of 20 response headers policies, since a stage needs four', async () => {
    const { account } = await examine(using({ responseHeadersPolicies: 19 }));
    expect(account).toMatchObject({
      state: 'failed',
      detail:
        'Amazon CloudFront, Custom response headers policies per AWS account: 4 more needed, 19 of 20 used, AWS’s default; delete response headers policies without a distribution, or request a higher quota in the Service Quotas console (cloudfront L-CF0D4FC5).',
    });
  });

  it('names each that lacks, and no other', async () => {
    const { account } = await examine(using({ tables: 2_494, userPools: 1_000, roles: 900 }));
    expect(account.state).toBe('failed');
    expect(account.detail).toContain('Maximum number of tables: 7 more needed, 2,494 of 2,500');
    expect(account.detail).toContain('User pools per account: 1 more needed, 1,000 of 1,000');
    expect(account.detail).not.toContain('Roles');
  });

  it.each(ACCOUNT_QUOTA_NAMES)('fails with %s one short, and passes with enough', async (name) => {
    const needed = amountsOf(resourcesOf(EVERYTHING))[name];
    expect(needed).toBeGreaterThan(0);
    const limited = (quota: number) => ({
      ...using({ [name]: 5 }),
      findQuota: async (asked: object) => (asked === accountQuota(name) ? quota : undefined),
    });
    const { account: short } = await examine(limited(5 + needed - 1), EVERYTHING);
    expect(short.state).toBe('failed');
    expect(short.detail).toContain(accountQuota(name).title);
    const { account: enough } = await examine(limited(5 + needed), EVERYTHING);
    expect(enough.state).toBe('passed');
  });

  it('counts at an upgrade only resources that the stack does not have yet', async () => {
    const existing = { ...resourcesOf({}), 'AWS::CloudFront::ResponseHeadersPolicy': 2 };
    const upgrade = (responseHeadersPolicies: number) =>
      examine({ ...using({ responseHeadersPolicies }), countResources: async () => existing });
    expect((await upgrade(18)).account.state).toBe('passed');
    const { account } = await upgrade(19);
    expect(account).toMatchObject({ state: 'failed' });
    expect(account.detail).toContain('2 more needed, 19 of 20');
  });

  it('asks for nothing that the stack has, even where the quota was lowered since', async () => {
    const countResources = async () => resourcesOf({});
    const { account } = await examine({ ...using({ distributions: 900 }), countResources });
    expect(account.state).toBe('passed');
  });

  it('counts with the settings of the deploy, else with those of the stack', async () => {
    const buses = using({ eventBuses: 100 });
    const findDeployedSettings = async () => ({ events: 'on' });
    expect((await examine(buses)).account.state).toBe('passed');
    expect((await examine({ ...buses, findDeployedSettings })).account.state).toBe('failed');
    const off = await examine({ ...buses, findDeployedSettings }, { events: 'off' });
    expect(off.account.state).toBe('passed');
  });

  it('warns of what could not be counted, and still names what lacks', async () => {
    const refuse = new Error('no');
    refuse.name = 'AccessDenied';
    const countUsed = async (name: AccountQuotaName) => {
      if (name === 'roles') throw refuse;
      return name === 'stacks' ? 2_000 : 0;
    };
    const { account } = await examine({ countUsed });
    expect(account.state).toBe('failed');
    expect(account.detail).toMatch(
      /Stack count.*AWS IAM, Roles per account: not counted \(AccessD/,
    );
    const { account: fits } = await examine({
      countUsed: async (name) => (name === 'stacks' ? 0 : countUsed(name)),
    });
    expect(fits).toMatchObject({
      state: 'warned',
      detail: 'AWS IAM, Roles per account: not counted (AccessDenied).',
    });
  });
});

describe('doctor, about concurrent executions', () => {
  const having = (concurrent: number, reservedByOthers = 0) => ({
    getExecutions: async () => ({ concurrent, reservedByOthers }),
  });

  it('fails with the 10 of a new account, and says the setting and the code of the quota', async () => {
    const { lambda } = await examine(having(10));
    expect(lambda).toMatchObject({
      state: 'failed',
      detail:
        '10 concurrent executions. The stage needs 26: up to 14 for background work, 12 for a page of new renditions; request a higher quota in the Service Quotas console (lambda L-B99A9384). Until then set backgroundConcurrency=2: background work takes 11 then.',
    });
  });

  it.each<[string, GivenSettings]>([
    ['default settings', {}],
    ['every setting on', EVERYTHING],
    ['every setting on and lowered queues', { ...EVERYTHING, backgroundConcurrency: 2 }],
    ['a reservation', { reservedConcurrency: 50 }],
  ])('fails one below the need with %s, and not at it', async (_, settings) => {
    const needed = neededExecutions(settings);
    expect((await examine(having(needed - 1), settings)).lambda.state).toBe('failed');
    expect((await examine(having(needed), settings)).lambda.state).toBe('warned');
  });

  it('needs a reservation beside the hundred that AWS leaves to other functions', () => {
    expect(neededExecutions({ reservedConcurrency: 50 })).toBe(150);
    expect(neededExecutions({ reservedConcurrency: '50' })).toBe(150);
  });

  it('leaves out the reservations of others, and takes the lower of two answers', async () => {
    expect((await examine(having(1_000, 980))).lambda.state).toBe('failed');
    expect((await examine(having(1_000, 974))).lambda.state).toBe('passed');
    const findQuota = async ({ code }: Parameters<QuotaSubject['findQuota']>[0]) =>
      code?.[0] === 'lambda' && code[1] === 'L-B99A9384' ? 20 : undefined;
    expect((await examine({ ...having(1_000), findQuota })).lambda.state).toBe('failed');
  });

  it('says no setting where it would not help', async () => {
    const { lambda } = await examine(having(10), { backgroundConcurrency: 2 });
    expect(lambda.state).toBe('failed');
    expect(lambda.detail).not.toContain('Until then');
  });
});
