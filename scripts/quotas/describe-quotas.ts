import { MIN_QUEUE_CONCURRENCY } from '../../lib/queue-concurrency.ts';
import { ACCOUNT_QUOTA_NAMES, accountQuota } from '../../lib/quotas/account-quotas.ts';
import {
  CONCURRENT_EXECUTIONS,
  NEVER_RESERVED,
  RENDITIONS_AT_ONCE,
} from '../../lib/quotas/concurrency.ts';
import { backgroundExecutions, neededExecutions } from '../../lib/quotas/executions.ts';
import type { QuotaFacts } from '../../lib/quotas/quota-facts.ts';
import { amountsOf, resourcesOf } from '../../lib/quotas/stage-needs.ts';
import { TEMPLATE_QUOTA_NAMES, templateQuota } from '../../lib/quotas/template-quotas.ts';
import { synthesize } from '../../test/infrastructure/synth/support/template.ts';
import { GENERATED, table } from '../markdown.ts';
import { EVERYTHING } from './count-resources.ts';
import { COUNT_OF_TEMPLATE } from './count-template.ts';
import { WITHOUT_A_QUOTA } from './resource-types.ts';

const HEAD = [
  'Service',
  'Quota',
  'Code',
  'Need, default settings',
  'Need, every setting on',
  'AWS’s default',
  'New account',
  'Checked by',
];

/** Digits of a size in the table: the page must not change with each byte. */
const SIZE_DIGITS = 2;

function sizeAbove(value: number): number {
  const step = 10 ** Math.max(0, String(value).length - SIZE_DIGITS);
  return Math.ceil(value / step) * step;
}

const number = (value: number) => value.toLocaleString('en');

function row(facts: QuotaFacts, needs: readonly [number, number], checkedBy: string): string[] {
  const { service, title, code, unit, usual, newAccount } = facts;
  const isSize = unit === 'bytes' || unit === 'characters';
  const need = (value: number) => (isSize ? `≤ ${number(sizeAbove(value))}` : number(value));
  return [
    service,
    unit ? `${title}, ${unit}` : title,
    code ? `\`${code.join(' ')}\`` : '–',
    ...needs.map(need),
    number(usual),
    newAccount === undefined ? '' : number(newAccount),
    checkedBy,
  ];
}

function ofAccounts(): string[][] {
  const [usual, everything] = [amountsOf(resourcesOf({})), amountsOf(resourcesOf(EVERYTHING))];
  const executions = [neededExecutions({}), neededExecutions(EVERYTHING)] as const;
  return [
    row(CONCURRENT_EXECUTIONS, executions, '`doctor` (`lambda-quota`), `verify` (`page-at-once`)'),
    ...ACCOUNT_QUOTA_NAMES.map((name) =>
      row(accountQuota(name), [usual[name], everything[name]], '`doctor` (`quotas`)'),
    ),
  ];
}

function ofTemplates(): string[][] {
  const [usual, everything] = [synthesize(), synthesize({ ...EVERYTHING })];
  return TEMPLATE_QUOTA_NAMES.map((name) => {
    const count = COUNT_OF_TEMPLATE[name];
    return row(templateQuota(name), [count(usual), count(everything)], 'synth');
  });
}

function sources(): string {
  const facts = [
    CONCURRENT_EXECUTIONS,
    ...ACCOUNT_QUOTA_NAMES.map(accountQuota),
    ...TEMPLATE_QUOTA_NAMES.map(templateQuota),
  ];
  return [...new Set(facts.map(({ source }) => `- ${source}`))].sort().join('\n');
}

/** docs/guides/quotas.md: each quota of AWS that a stage takes from, with its need. */
export function describeQuotas(): string {
  const least = { backgroundConcurrency: MIN_QUEUE_CONCURRENCY };
  const lowered = { ...EVERYTHING, ...least };
  const exempt = Object.entries(WITHOUT_A_QUOTA).map(([type, why]) => [`\`${type}\``, why]);
  return `${GENERATED}
# Quotas of AWS

A stage takes from these quotas. Its needs are counted from the synthesised template, so they are those of this version. The defaults are those of the pages under [Sources](#sources), in November 2026; an account may have others. \`npx imagewell admin doctor\` reads yours from Service Quotas.

## Of an account

All stages of an account share these, with everything else in it. \`doctor\` compares each with the used amount and what a deploy adds to it, at an upgrade too. A quota that is too low is a failed check. It names the need, the used amount, the quota and the next step.

${table(HEAD, ofAccounts())}

AWS Support raises a quota without a code here. \`doctor\` compares with AWS’s default where Service Quotas doesn’t answer, and says so. Storage of code is an upper bound for each function and layer. \`doctor\` takes all rules of a stage for rules of the default event bus.

## Concurrent executions

Visitors share the quota with background work: functions that queues, streams and schedules start. They take up to ${backgroundExecutions({})} executions with default settings, and up to ${backgroundExecutions(EVERYTHING)} with every setting on. A stream counts as one, although AWS starts one for each of its shards. A page with ${RENDITIONS_AT_ONCE} new renditions needs ${RENDITIONS_AT_ONCE} more for its first visitor.

The setting \`backgroundConcurrency\` lowers the maximum of each queue. With ${MIN_QUEUE_CONCURRENCY}, AWS’s minimum, background work takes up to ${backgroundExecutions(least)} or ${backgroundExecutions(lowered)}. Queues are then emptied more slowly, and nothing is lost. The ${CONCURRENT_EXECUTIONS.newAccount} executions of a new account are too few in any case: request ${number(CONCURRENT_EXECUTIONS.usual)} before the first deploy.

The setting \`reservedConcurrency\` takes executions from all other functions. AWS refuses a reservation that leaves fewer than ${NEVER_RESERVED} to them. So a stage with it needs the reservation and ${NEVER_RESERVED}, or more if background work needs more.

## Of a template

A test holds each row at every change, for the two columns of needs. Quotas of an account that no stage comes near to are here too.

${table(HEAD, ofTemplates())}

Sizes are rounded up. They take long names for those that AWS gives at a deploy.

## Types of resources without a row

${table(['Type', 'Why'], exempt)}

## Sources

${sources()}
`;
}
