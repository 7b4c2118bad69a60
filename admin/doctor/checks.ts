import { describeRegionConflicts } from '../../lib/region-conflicts.ts';
import { type Check, failed, passed, skipped, warned } from '../checks/run-checks.ts';
import { QUOTA_CHECKS } from './quota-checks.ts';
import { SETTING_CHECKS } from './setting-checks.ts';
import type { DoctorSubject } from './subject.ts';
import { tellDenied } from './tell-denied.ts';

/**
 * aws-cdk-lib's default synthesizer refuses bootstrap stacks below this (rule CheckBootstrapVersion
 * of a template).
 */
const MIN_BOOTSTRAP_VERSION = 6;
const credentials: Check<DoctorSubject> = {
  name: 'credentials',
  title: 'AWS credentials are valid',
  failureMeans: 'Sign in first: `aws sso login`, AWS_PROFILE, or AWS_ACCESS_KEY_ID and its secret.',
  needs: ['region'],
  async run(subject) {
    const { account, arn } = await subject.getIdentity();
    return passed(`Account ${account}, ${arn}.`);
  },
};

const region: Check<DoctorSubject> = {
  name: 'region',
  title: 'The region has all AWS services that the stack uses',
  failureMeans: 'Set AWS_REGION to another region; docs/deploy.md lists the unsupported ones.',
  async run(subject) {
    if (!subject.region) return failed('No region is set.');
    const conflicts = describeRegionConflicts({}, subject.region);
    return conflicts.length > 0
      ? failed(conflicts.join('; '))
      : passed(`${subject.region} has all AWS services that the stack uses.`);
  },
};

const bootstrap: Check<DoctorSubject> = {
  name: 'bootstrap',
  title: 'The CDK is bootstrapped in this account and region',
  failureMeans: 'Run `npx cdk bootstrap` once for this account and region.',
  needs: ['credentials'],
  async run(subject) {
    const version = await subject.findBootstrapVersion();
    if (version === undefined) return failed('The bootstrap stack does not exist.');
    return version >= MIN_BOOTSTRAP_VERSION
      ? passed(`Version ${version}.`)
      : failed(`Version ${version}; the minimum is ${MIN_BOOTSTRAP_VERSION}.`);
  },
};

const cloudFrontAccount: Check<DoctorSubject> = {
  name: 'cloudfront-account',
  title: 'The account may create CloudFront distributions',
  failureMeans:
    'AWS may have to verify a new account first (“Your account must be verified”). Contact AWS Support before the deploy; verification can take days.',
  needs: ['credentials'],
  async run(subject) {
    const count = await subject.countDistributions();
    return count > 0
      ? passed(`The account has ${count} distributions.`)
      : warned('The account has no distribution yet; AWS reports a refusal only on the first one.');
  },
};

const logRole: Check<DoctorSubject> = {
  name: 'api-gateway-log-role',
  title: 'No other stack owns the account-wide log role of API Gateway',
  failureMeans:
    'The stack would replace this role for every API of the region. Set `apiGatewayLogRole` to `existing`.',
  needs: ['credentials'],
  async run(subject) {
    const role = await subject.findApiGatewayLogRole();
    if (!role) return passed('The role does not exist; the stack creates it.');
    if (await subject.findStackStatus()) return passed(`${role} is in use.`);
    return warned(`The role ${role} already exists.`);
  },
};

const BUSY = /_IN_PROGRESS$/;
const STUCK =
  /^(ROLLBACK_COMPLETE|ROLLBACK_FAILED|DELETE_FAILED|UPDATE_ROLLBACK_FAILED|CREATE_FAILED)$/;

const stackState: Check<DoctorSubject> = {
  name: 'stack-state',
  title: 'The stack can be deployed',
  failureMeans:
    'A failed first deploy leaves a stack that can only be deleted. Run `aws cloudformation delete-stack`, then deploy again.',
  needs: ['credentials'],
  async run(subject) {
    const status = await subject.findStackStatus();
    if (!status) return passed(`${subject.stack} does not exist yet: this is a first deploy.`);
    if (STUCK.test(status)) return failed(`${subject.stack} is ${status}.`);
    if (BUSY.test(status))
      return failed(`${subject.stack} is ${status}: wait for the operation to finish.`);
    return passed(`${subject.stack} is ${status}: this is an upgrade.`);
  },
};

const nameClashes: Check<DoctorSubject> = {
  name: 'name-clashes',
  title: 'No other resource uses a name of this stack',
  failureMeans:
    'Resources of an earlier stack or of another owner have these names. Delete or import them (docs/deploy.md, “Tear down”), or choose another `stage`.',
  needs: ['credentials'],
  async run(subject) {
    if (await subject.findStackStatus()) return skipped('The stack already uses its names.');
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
    const remaining = [
      ...apis.map((name) => `a REST API ${name}, with which the metrics would be mixed`),
      ...(tables.length > 0 ? [`${tables.length} tables of an earlier stack, ${tables[0]} …`] : []),
    ];
    return remaining.length > 0
      ? warned(`Existing resources: ${remaining.join('; ')}.`)
      : passed('No resource uses them.');
  },
};

/** THE checks of an account and of a stage's settings before a deploy, in their order. */
export const DOCTOR_CHECKS: readonly Check<DoctorSubject>[] = [
  region,
  credentials,
  bootstrap,
  stackState,
  nameClashes,
  cloudFrontAccount,
  ...QUOTA_CHECKS,
  logRole,
  ...SETTING_CHECKS,
].map(tellDenied);
