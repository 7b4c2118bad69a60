import { CONSOLE_CLIENT } from '../../../../core/accounts/console-client.ts';
import { READY_PATH } from '../../../../core/foundation/ready-path.ts';
import { SITE_PATTERNS } from '../../../../site/site-paths.ts';
import { all, get, listAt, only, references, show, type Template } from './template.ts';

const faultsOf = (rules: readonly [boolean, string][]) =>
  rules.flatMap(([isRight, what]) => (isRight ? [] : [what]));

const HEADERS = 'AWS::CloudFront::ResponseHeadersPolicy';

/** The policies of the site: no source of script that is not its own file, and no frame. */
function checkPolicies(template: Template): string[] {
  const site = all(template, HEADERS).filter(([id]) => id.startsWith('Site'));
  const faults = site.flatMap(([id, { Properties }]) => {
    const config = get(Properties, 'ResponseHeadersPolicyConfig.SecurityHeadersConfig');
    const policy = show(get(config, 'ContentSecurityPolicy.ContentSecurityPolicy'));
    return faultsOf([
      [/^default-src '(none|self)'/.test(policy), `${id}: an open policy`],
      [!/unsafe-|\*/.test(policy), `${id}: unsafe sources`],
      [/frame-ancestors 'none'/.test(policy), `${id}: frames by policy`],
      [get(config, 'FrameOptions.FrameOption') === 'DENY', `${id}: frames`],
      [get(config, 'ReferrerPolicy.ReferrerPolicy') === 'same-origin', `${id}: referrer`],
      [get(config, 'ContentTypeOptions') !== undefined, `${id}: sniffing`],
    ]);
  });
  return site.length === 3 ? faults : ['policies'];
}

/** Only this distribution may read the files, and no principal may write them. */
function checkReaders(template: Template): string[] {
  const policy = only(template, 'AWS::S3::BucketPolicy', 'SiteFiles').Properties;
  const [[distribution = ''] = []] = all(template, 'AWS::CloudFront::Distribution');
  const allowed = listAt(policy, 'PolicyDocument.Statement').filter(
    (one) => get(one, 'Effect') === 'Allow',
  );
  return faultsOf([
    [allowed.length > 0, 'readers'],
    ...allowed.map((one): [boolean, string] => [
      get(one, 'Principal.Service') === 'cloudfront.amazonaws.com' &&
        listAt(one, 'Action').every((action) => /^s3:(GetObject|ListBucket)$/.test(`${action}`)) &&
        references(get(get(one, 'Condition.StringEquals'), 'AWS:SourceArn')).includes(distribution),
      'somebody else reads',
    ]),
  ]);
}

/**
 * The site's behaviours: each path, by the function that finds its file, from its bucket; whether
 * the stores answer from the renderer.
 */
export function checkSite(template: Template): string[] {
  const config = get(
    only(template, 'AWS::CloudFront::Distribution'),
    'Properties.DistributionConfig',
  );
  const behaviours = listAt(config, 'CacheBehaviors').filter(
    (one) => one !== undefined && get(one, 'PathPattern') !== '/old/*',
  );
  const [[functionId = ''] = []] = all(template, 'AWS::CloudFront::Function').filter(([id]) =>
    id.startsWith('SiteFunction'),
  );
  const cache = only(template, 'AWS::CloudFront::CachePolicy', 'Site').Properties;
  const origin = listAt(config, 'Origins').find((one) =>
    references(get(one, 'DomainName')).some((id) => id.startsWith('SiteFiles')),
  );
  const renderer = get(config, 'DefaultCacheBehavior.TargetOriginId');
  const patterns = behaviours.map((one) => get(one, 'PathPattern'));
  return [
    ...faultsOf([
      [patterns.join() === [...SITE_PATTERNS, READY_PATH].join(), `paths ${patterns}`],
      [references(get(origin, 'OriginAccessControlId')).length === 1, 'no access control'],
      [get(cache, 'CachePolicyConfig.MinTTL') === 0, 'no-cache is kept'],
      [get(cache, 'CachePolicyConfig.DefaultTTL') === 0, 'kept without a word'],
    ]),
    ...behaviours.flatMap((one) => {
      const pattern = String(get(one, 'PathPattern'));
      const target = pattern === READY_PATH ? renderer : get(origin, 'Id');
      const runs = references(get(one, 'FunctionAssociations.0.FunctionARN'));
      return faultsOf([
        [target !== undefined && get(one, 'TargetOriginId') === target, `${pattern}: origin`],
        [runs.includes(functionId), `${pattern}: no function`],
        [get(one, 'ViewerProtocolPolicy') === 'redirect-to-https', `${pattern}: plain HTTP`],
        [get(one, 'Compress') === true, `${pattern}: not compressed`],
        [
          references(get(one, 'ResponseHeadersPolicyId')).some((id) => id.startsWith('Site')),
          `${pattern}: headers`,
        ],
      ]);
    }),
    ...checkPolicies(template),
    ...checkReaders(template),
  ];
}

/** The client of the console: a code with PKCE to one address, and tokens that end with the day. */
export function checkConsoleClient(template: Template): string[] {
  const client = only(template, 'AWS::Cognito::UserPoolClient', 'PeoplePoolConsole').Properties;
  const [[distribution = ''] = []] = all(template, 'AWS::CloudFront::Distribution');
  const address = `https://<${distribution}>`;
  return faultsOf([
    [client.GenerateSecret === false, 'a secret'],
    [listAt(client, 'AllowedOAuthFlows').join() === 'code', 'another flow'],
    [
      listAt(client, 'CallbackURLs').map(show).join() === address + CONSOLE_CLIENT.redirectPath,
      'another redirect',
    ],
    [
      listAt(client, 'LogoutURLs').map(show).join() === address + CONSOLE_CLIENT.signedOutPath,
      'another page behind the sign-out',
    ],
    [client.RefreshTokenValidity === 24 * 60, 'long refresh tokens'],
    [client.EnableTokenRevocation === true, 'tokens that stay'],
  ]);
}
