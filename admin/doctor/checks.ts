import { describeRegionConflicts } from '../../lib/region-conflicts.ts';
import { type Check, failed, passed, skipped, warned } from '../checks/run-checks.ts';
import type { DoctorSubject } from './subject.ts';

/** aws-cdk-lib's default synthesizer refuses bootstrap stacks below this (rule CheckBootstrapVersion of a template). */
const MIN_BOOTSTRAP_VERSION = 6;
/** AWS Lambda Developer Guide, "Quotas": what a new account has, and what an account is meant to have. */
const [NEW_ACCOUNT_EXECUTIONS, USUAL_EXECUTIONS] = [10, 1_000];
const credentials: Check<DoctorSubject> = {
  name: 'credentials',
  title: 'AWS knows who you are',
  failureMeans: 'Sign in first: `aws sso login`, AWS_PROFILE, or AWS_ACCESS_KEY_ID and its secret.',
  needs: ['region'],
  async run(subject) {
    const { account, arn } = await subject.getIdentity();
    return passed(`Account ${account}, ${arn}.`);
  },
};

const region: Check<DoctorSubject> = {
  name: 'region',
  title: 'The region has all that the stack uses',
  failureMeans: 'Set AWS_REGION to another region; docs/deploy.md lists those that will not do.',
  async run(subject) {
    if (!subject.region) return failed('No region is set.');
    const conflicts = describeRegionConflicts({}, subject.region);
    return conflicts.length > 0
      ? failed(conflicts.join('; '))
      : passed(`${subject.region} has what the stack uses.`);
  },
};

const bootstrap: Check<DoctorSubject> = {
  name: 'bootstrap',
  title: 'The CDK is bootstrapped here',
  failureMeans: 'Run `npx cdk bootstrap` once for this account and region.',
  needs: ['credentials'],
  async run(subject) {
    const version = await subject.findBootstrapVersion();
    if (version === undefined) return failed('There is no bootstrap stack.');
    return version >= MIN_BOOTSTRAP_VERSION
      ? passed(`Version ${version}.`)
      : failed(`Version ${version}; at least ${MIN_BOOTSTRAP_VERSION} is needed.`);
  },
};

const lambdaQuota: Check<DoctorSubject> = {
  name: 'lambda-quota',
  title: 'Lambda may run enough functions at once',
  failureMeans:
    'Visitors would be throttled. Ask for 1,000 concurrent executions in the Service Quotas console.',
  needs: ['credentials'],
  async run(subject) {
    const { concurrentExecutions, unreservedExecutions } = await subject.getLambdaLimits();
    const measured = { concurrentExecutions, unreservedExecutions };
    if (unreservedExecutions < NEW_ACCOUNT_EXECUTIONS) {
      return failed(`Only ${unreservedExecutions} executions are not reserved by other functions.`);
    }
    return concurrentExecutions < USUAL_EXECUTIONS
      ? warned(`${concurrentExecutions} executions at once: enough to try, not for visitors.`)
      : passed('Enough for visitors.', measured);
  },
};

const cloudFrontAccount: Check<DoctorSubject> = {
  name: 'cloudfront-account',
  title: 'The account may make CloudFront distributions',
  failureMeans:
    'A fresh account may have to be verified first (“Your account must be verified”). Ask AWS Support before the deploy; it can take days.',
  needs: ['credentials'],
  async run(subject) {
    const count = await subject.countDistributions();
    return count > 0
      ? passed(`It has ${count} already.`)
      : warned('It has none yet; whether it may is only told when the first one is made.');
  },
};

const cloudFrontQuota: Check<DoctorSubject> = {
  name: 'cloudfront-quota',
  title: 'CloudFront has room for one of each',
  failureMeans: 'The deploy would fail late. Delete what nobody uses, or ask for a higher quota.',
  needs: ['credentials'],
  async run(subject) {
    if (await subject.findStackStatus()) return skipped('The stack has its own already.');
    const full = (await subject.listCloudFrontNames()).filter(
      ({ names, quota }) => names.length >= quota,
    );
    return full.length > 0
      ? failed(full.map(({ kind, quota }) => `All ${quota} ${kind} are taken.`).join(' '))
      : passed('Cache policies, header policies, functions and origin access controls fit.');
  },
};

const logRole: Check<DoctorSubject> = {
  name: 'api-gateway-log-role',
  title: 'API Gateway’s account-wide log role is nobody else’s',
  failureMeans:
    'The stack would put its own role in the place of this one, for every API of the region. Set `apiGatewayLogRole` to `existing`.',
  needs: ['credentials'],
  async run(subject) {
    const role = await subject.findApiGatewayLogRole();
    if (!role) return passed('There is none; the stack makes it.');
    if (await subject.findStackStatus()) return passed(`${role} is in use.`);
    return warned(`There is ${role} already.`);
  },
};

const BUSY = /_IN_PROGRESS$/;
const STUCK =
  /^(ROLLBACK_COMPLETE|ROLLBACK_FAILED|DELETE_FAILED|UPDATE_ROLLBACK_FAILED|CREATE_FAILED)$/;

const stackState: Check<DoctorSubject> = {
  name: 'stack-state',
  title: 'The stack can be deployed',
  failureMeans:
    'A first deploy that failed leaves a stack that can only be deleted: `aws cloudformation delete-stack`, then deploy again.',
  needs: ['credentials'],
  async run(subject) {
    const status = await subject.findStackStatus();
    if (!status) return passed(`There is no ${subject.stack} yet: this is a first deploy.`);
    if (STUCK.test(status)) return failed(`${subject.stack} is ${status}.`);
    if (BUSY.test(status)) return failed(`${subject.stack} is ${status}: wait until it has ended.`);
    return passed(`${subject.stack} is ${status}: this is an upgrade.`);
  },
};

const nameClashes: Check<DoctorSubject> = {
  name: 'name-clashes',
  title: 'No other resource has a name of this stack',
  failureMeans:
    'Something outlived an earlier stack of this name, or belongs to somebody else. Delete or take it back (docs/deploy.md, “Tear down”), or choose another `stage`.',
  needs: ['credentials'],
  async run(subject) {
    if (await subject.findStackStatus()) return skipped('The stack has its names already.');
    const { stack, region: at = '' } = subject;
    const logical = stack.replaceAll('-', '');
    const clashing = (await subject.listCloudFrontNames()).flatMap(({ kind, names }) =>
      names
        .filter((name) => name.includes(logical) && name.includes(at))
        .map((name) => `${kind}: ${name}`),
    );
    if (clashing.length > 0) return failed(clashing.join('; '));
    const apis = (await subject.listRestApiNames()).filter((name) => name === stack);
    const tables = (await subject.listTableNames()).filter((name) =>
      name.startsWith(`${stack}-Tables`),
    );
    const left = [
      ...apis.map((name) => `a REST API ${name}, whose metrics would be mixed with ours`),
      ...(tables.length > 0 ? [`${tables.length} tables of an earlier stack, ${tables[0]} …`] : []),
    ];
    return left.length > 0 ? warned(`There are ${left.join('; ')}.`) : passed('None has.');
  },
};

/** THE checks of an account before a deploy, in their order. */
export const DOCTOR_CHECKS: readonly Check<DoctorSubject>[] = [
  region,
  credentials,
  bootstrap,
  stackState,
  nameClashes,
  lambdaQuota,
  cloudFrontAccount,
  cloudFrontQuota,
  logRole,
];
