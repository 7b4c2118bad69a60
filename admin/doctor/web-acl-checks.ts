import { failed, type Outcome, passed } from '../checks/run-checks.ts';
import { type CheckedStage, checkOfSettings, describeMisplaced } from './setting-check.ts';

/** AWS WAF Developer Guide: the scope is the first word of the resource in an ARN. */
const SCOPES = { global: 'CLOUDFRONT', regional: 'REGIONAL' } as const;

interface Terms {
  readonly scope: (typeof SCOPES)[keyof typeof SCOPES];
  readonly region: string | undefined;
}

/** The scope that the ARN of a web ACL says; REGIONAL for any other resource. */
export function scopeOf(arn: string): Terms['scope'] {
  return arn.split(':')[5]?.startsWith('global/') ? SCOPES.global : SCOPES.regional;
}

async function outcomeOf(stage: CheckedStage, arn: string, terms: Terms): Promise<Outcome> {
  const scope = scopeOf(arn);
  if (scope !== terms.scope) return failed(`Its scope is ${scope}, and must be ${terms.scope}.`);
  const { region } = terms;
  const misplaced = await describeMisplaced(stage, 'It', { arn, region });
  if (misplaced !== undefined) return failed(misplaced);
  return (await stage.hasWebAcl(arn))
    ? passed(`It exists in ${region}.`)
    : failed(`The web ACL ${arn} does not exist.`);
}

const FAILURE_MEANS =
  'The deploy would fail late. Correct the ARN; a web ACL cannot be moved to another scope or region.';
const NEEDS = ['credentials', 'settings'];

/** Web ACLs in front of the CDN and of the API. */
export const WEB_ACL_CHECKS = [
  checkOfSettings({
    name: 'cdn-web-acl',
    title: 'The web ACL of the CDN exists with the scope CLOUDFRONT',
    failureMeans: FAILURE_MEANS,
    needs: NEEDS,
    otherwise: 'The CDN has no web ACL.',
    async run(stage) {
      const { wafAclArn: arn } = stage.settings;
      return arn ? outcomeOf(stage, arn, { scope: 'CLOUDFRONT', region: 'us-east-1' }) : undefined;
    },
  }),
  checkOfSettings({
    name: 'api-web-acl',
    title: 'The web ACL of the API exists with the scope REGIONAL',
    failureMeans: FAILURE_MEANS,
    needs: NEEDS,
    otherwise: 'The API has no web ACL.',
    async run(stage) {
      const { apiWafAclArn: arn } = stage.settings;
      return arn
        ? outcomeOf(stage, arn, { scope: 'REGIONAL', region: stage.account.region })
        : undefined;
    },
  }),
];
