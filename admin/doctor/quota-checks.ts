import { MIN_QUEUE_CONCURRENCY } from '../../lib/queue-concurrency.ts';
import {
  ACCOUNT_QUOTA_NAMES,
  type AccountQuotaName,
  accountQuota,
} from '../../lib/quotas/account-quotas.ts';
import {
  CONCURRENT_EXECUTIONS,
  NEVER_RESERVED,
  RENDITIONS_AT_ONCE,
} from '../../lib/quotas/concurrency.ts';
import { backgroundExecutions, neededExecutions } from '../../lib/quotas/executions.ts';
import type { QuotaFacts } from '../../lib/quotas/quota-facts.ts';
import { amountsOf, resourcesOf } from '../../lib/quotas/stage-needs.ts';
import type { GivenSettings } from '../../lib/quotas/stage-parts.ts';
import { type Check, failed, passed, warned } from '../checks/run-checks.ts';
import type { DoctorSubject } from './subject.ts';

/** The settings of the deploy, or of the deployed stack, or else the defaults. */
async function settingsOf({ stage, quotas }: DoctorSubject): Promise<GivenSettings> {
  if (stage && 'settings' in stage.read) return stage.read.settings;
  return (await quotas.findDeployedSettings()) ?? {};
}

/** The next step for a higher quota, by the code that the console of Service Quotas finds. */
function requestOf({ service, code }: QuotaFacts): string {
  if (!code) return `ask AWS Support for a higher quota of ${service}`;
  return `request a higher quota in the Service Quotas console (${code.join(' ')})`;
}

interface Compared {
  readonly name: AccountQuotaName;
  /** More than exists of it. */
  readonly needed: number;
  readonly used: number;
  readonly quota: number;
  readonly isDefault: boolean;
}

async function compare(
  { quotas }: DoctorSubject,
  name: AccountQuotaName,
  needed: number,
): Promise<Compared> {
  const facts = accountQuota(name);
  const applied = await quotas.findQuota(facts);
  const quota = applied ?? facts.usual;
  const used = await quotas.countUsed(name, quota);
  return { name, needed, used, quota, isDefault: applied === undefined };
}

const lacks = ({ needed, used, quota }: Compared) => used + needed > quota;

function describeLack({ name, needed, used, quota, isDefault }: Compared): string {
  const facts = accountQuota(name);
  const { service, title, unit = '', remedy } = facts;
  const number = (value: number) => `${value.toLocaleString('en')} ${unit}`.trim();
  const source = isDefault ? ', AWS’s default' : '';
  const counts = `${number(needed)} more needed, ${number(used)} of ${number(quota)} used${source}`;
  return `${service}, ${title}: ${counts}; ${remedy}, or ${requestOf(facts)}.`;
}

/** The amounts that are missing: an upgrade needs no more of a thing that its stack has. */
async function findNeeds(subject: DoctorSubject): Promise<[AccountQuotaName, number][]> {
  const needed = amountsOf(resourcesOf(await settingsOf(subject)));
  const existing = amountsOf(await subject.quotas.countResources());
  return ACCOUNT_QUOTA_NAMES.map((name) => [name, needed[name] - existing[name]]);
}

const accountQuotas: Check<DoctorSubject> = {
  name: 'quotas',
  title: 'Each quota of the account has room for the stage',
  failureMeans:
    'The deploy would fail late and roll back. docs/guides/quotas.md has what a stage needs.',
  needs: ['credentials'],
  async run(subject) {
    const missing = (await findNeeds(subject)).filter(([, needed]) => needed > 0);
    const compared: Compared[] = [];
    const unknown: string[] = [];
    for (const [name, needed] of missing) {
      try {
        compared.push(await compare(subject, name, needed));
      } catch (error) {
        const { service, title } = accountQuota(name);
        unknown.push(`${service}, ${title}: not counted (${(error as Error).name}).`);
      }
    }
    const lacking = compared.filter(lacks).map(describeLack);
    if (lacking.length > 0) return failed([...lacking, ...unknown].join(' '));
    if (unknown.length > 0) return warned(unknown.join(' '));
    const byDefault = compared.filter(({ isDefault }) => isDefault).length;
    const note = byDefault > 0 ? `, ${byDefault} of them by AWS’s default` : '';
    return passed(`Each has room for what the deploy adds (${compared.length} compared${note}).`);
  },
};

/** How lower settings would help; empty where they don't. */
function lowering(settings: GivenSettings): string {
  const now = backgroundExecutions(settings);
  const least = backgroundExecutions({ ...settings, backgroundConcurrency: MIN_QUEUE_CONCURRENCY });
  if (least === now) return '';
  return ` Until then set backgroundConcurrency=${MIN_QUEUE_CONCURRENCY}: background work takes ${least} then.`;
}

function describeNeed(settings: GivenSettings): string {
  const background = backgroundExecutions(settings);
  const reserved = Number(settings.reservedConcurrency ?? 0);
  const own = reserved > 0 ? `, ${reserved} reserved beside ${NEVER_RESERVED} or more` : '';
  return `${neededExecutions(settings)}: up to ${background} for background work, ${RENDITIONS_AT_ONCE} for a page of new renditions${own}`;
}

const lambdaQuota: Check<DoctorSubject> = {
  name: 'lambda-quota',
  title: 'The quota of concurrent Lambda executions is sufficient',
  failureMeans:
    'Visitors would be throttled. Request 1,000 concurrent executions in the Service Quotas console.',
  needs: ['credentials'],
  async run(subject) {
    const { quotas } = subject;
    const settings = await settingsOf(subject);
    const { concurrent, reservedByOthers } = await quotas.getExecutions();
    const applied = await quotas.findQuota({ ...CONCURRENT_EXECUTIONS, home: 'region' });
    const concurrentExecutions = Math.min(concurrent, applied ?? concurrent);
    const left = concurrentExecutions - reservedByOthers;
    const others = reservedByOthers > 0 ? `, ${reservedByOthers} reserved by other functions` : '';
    const has = `${concurrentExecutions} concurrent executions${others}`;
    if (left < neededExecutions(settings)) {
      const next = `${requestOf(CONCURRENT_EXECUTIONS)}.${lowering(settings)}`;
      return failed(`${has}. The stage needs ${describeNeed(settings)}; ${next}`);
    }
    return concurrentExecutions < CONCURRENT_EXECUTIONS.usual
      ? warned(`${has}: enough for a trial, not for visitors.`)
      : passed('The quota is sufficient for visitors.', { concurrentExecutions });
  },
};

/** THE checks of an account's quotas, in their order. */
export const QUOTA_CHECKS: readonly Check<DoctorSubject>[] = [lambdaQuota, accountQuotas];
