import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { PROBLEMS, type ProblemCode } from '../../../../core/foundation/problems.ts';
import { UPLOAD_CONTENT_TYPES } from '../../../../core/images/upload-type.ts';
import { FUNCTIONS } from '../../../../lib/functions.ts';
import { CLASSIFYING_FUNCTIONS, EVENT_FUNCTIONS } from '../../../../lib/optional-functions.ts';
import {
  all,
  get,
  listAt,
  only,
  type Resource,
  references,
  show,
  type Template,
} from './template.ts';

function configOf(template: Template): unknown {
  return get(only(template, 'AWS::CloudFront::Distribution'), 'Properties.DistributionConfig');
}

function faultsOf(rules: readonly [boolean, string][]): string[] {
  return rules.flatMap(([isRight, what]) => (isRight ? [] : [what]));
}

/**
 * CloudFront's cache key has exactly the parameters that the edge writes, and no more than
 * CloudFront permits. Private answers are not kept.
 */
export function checkCacheKey(template: Template): string[] {
  const policy = only(template, 'AWS::CloudFront::CachePolicy', 'DeliveryCachePolicy').Properties;
  const key = get(policy, 'CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin');
  const names = listAt(key, 'QueryStringsConfig.QueryStrings');
  return faultsOf([
    [names.join() === 'width,height,quality,expires,signature,more', `query strings ${names}`],
    [names.length <= 10, 'more than CloudFront takes'],
    [get(key, 'QueryStringsConfig.QueryStringBehavior') === 'whitelist', 'all query strings'],
    [get(key, 'HeadersConfig.HeaderBehavior') === 'none', 'headers'],
    [get(key, 'CookiesConfig.CookieBehavior') === 'none', 'cookies'],
    // with more, CloudFront keeps private answers (security.one-viewer)
    [get(policy, 'CachePolicyConfig.MinTTL') === 0, 'kept against its Cache-Control'],
  ]);
}

/**
 * The edge makes the key of each behaviour to a Function URL. It has a fixed list of query strings,
 * so no stray parameter is a miss.
 */
export function checkRendererBehaviours(template: Template): string[] {
  const config = configOf(template);
  const behaviours = [get(config, 'DefaultCacheBehavior'), ...listAt(config, 'CacheBehaviors')];
  const urls = all(template, 'AWS::Lambda::Url').map(([id]) => id);
  const renderers = listAt(config, 'Origins')
    .filter((origin) => references(get(origin, 'DomainName')).some((id) => urls.includes(id)))
    .map((origin) => get(origin, 'Id'));
  const reaching = behaviours.filter((one) => renderers.includes(get(one, 'TargetOriginId')));
  return faultsOf([
    [reaching.length >= 2, 'images and old addresses'],
    ...reaching.flatMap((one): [boolean, string][] => {
      const name = String(get(one, 'PathPattern') ?? 'images');
      const onRequest = listAt(one, 'FunctionAssociations').some(
        (each) => get(each, 'EventType') === 'viewer-request',
      );
      const [policy = ''] = references(get(one, 'CachePolicyId'));
      const strings = get(
        template.Resources[policy]?.Properties,
        'CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin.QueryStringsConfig',
      );
      const names = listAt(strings, 'QueryStrings');
      const behaviour = get(strings, 'QueryStringBehavior');
      const isFixed = behaviour === 'none' || behaviour === 'whitelist';
      return [
        [onRequest, `${name}: no function before it`],
        [isFixed && names.length <= 10, `${name}: query strings`],
      ];
    }),
  ]);
}

/** Old addresses: to the renderer by GET and HEAD, kept by the one parameter of the edge. */
export function checkOldAddresses(template: Template): string[] {
  const config = configOf(template);
  const behaviour = listAt(config, 'CacheBehaviors').find(
    (one) => get(one, 'PathPattern') === '/old/*',
  );
  const policy = only(
    template,
    'AWS::CloudFront::CachePolicy',
    'DeliveryOldCachePolicy',
  ).Properties;
  const key = get(policy, 'CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin');
  return faultsOf([
    [
      get(behaviour, 'TargetOriginId') === get(config, 'DefaultCacheBehavior.TargetOriginId'),
      'origin',
    ],
    [listAt(behaviour, 'AllowedMethods').join() === 'GET,HEAD', 'methods'],
    [get(behaviour, 'ViewerProtocolPolicy') === 'redirect-to-https', 'plain HTTP'],
    [get(key, 'QueryStringsConfig.QueryStringBehavior') === 'whitelist', 'query strings'],
    [listAt(key, 'QueryStringsConfig.QueryStrings').join() === 'address', 'other query strings'],
    [get(key, 'HeadersConfig.HeaderBehavior') === 'none', 'headers'],
    [get(policy, 'CachePolicyConfig.DefaultTTL') === 0, 'kept without a word'],
  ]);
}

/** An edge function overwrites the header, whatever a viewer sends, before its own code runs. */
const OVERWRITES =
  /function handler\(e\)\{const u=("[^"]+"|"https:\/\/"\+e\.context\.distributionDomainName);e\.request\.headers\["cdn-url"\]=\{value:u,multiValue:\[\{value:u\}\]\};return edge\(e,u\)\}$/;

/**
 * The renderer, and no other origin, gets the CDN's URL. An edge function overwrites a viewer's
 * value, and no cache key has it.
 */
export function checkCdnUrl(template: Template): string[] {
  const config = configOf(template);
  const behaviours = [get(config, 'DefaultCacheBehavior'), ...listAt(config, 'CacheBehaviors')];
  const renderer = get(behaviours[0], 'TargetOriginId');
  const policy = only(template, 'AWS::CloudFront::OriginRequestPolicy').Properties;
  const sent = get(policy, 'OriginRequestPolicyConfig');
  const keys = all(template, 'AWS::CloudFront::CachePolicy').map(([, { Properties }]) =>
    get(Properties, 'CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin'),
  );
  const codeOf = (behaviour: unknown): string => {
    const associations = listAt(behaviour, 'FunctionAssociations');
    const onRequest = associations.find((one) => get(one, 'EventType') === 'viewer-request');
    const [id = ''] = references(get(onRequest, 'FunctionARN'));
    return show(template.Resources[id]?.Properties.FunctionCode);
  };
  return faultsOf([
    [listAt(sent, 'HeadersConfig.Headers').join() === 'cdn-url', 'other headers'],
    [get(sent, 'HeadersConfig.HeaderBehavior') === 'whitelist', 'all headers'],
    [get(sent, 'CookiesConfig.CookieBehavior') === 'none', 'cookies'],
    [get(sent, 'QueryStringsConfig.QueryStringBehavior') === 'none', 'query strings'],
    [keys.every((key) => get(key, 'HeadersConfig.HeaderBehavior') === 'none'), 'in a cache key'],
    ...behaviours.flatMap((one): [boolean, string][] => {
      const name = String(get(one, 'PathPattern') ?? 'images');
      const isSent = get(one, 'OriginRequestPolicyId') !== undefined;
      return [
        [isSent === (get(one, 'TargetOriginId') === renderer), `${name}: policy`],
        [OVERWRITES.test(codeOf(one)), `${name}: a viewer's own value`],
      ];
    }),
  ]);
}

/** One origin, requested once, by signed requests; methods, protocols, tags. */
export function checkDistribution(template: Template): string[] {
  const config = configOf(template);
  const url = only(template, 'AWS::Lambda::Url').Properties;
  const behaviour = get(config, 'DefaultCacheBehavior');
  const headers = only(template, 'AWS::CloudFront::ResponseHeadersPolicy', 'Delivery').Properties;
  const removed = listAt(headers, 'ResponseHeadersPolicyConfig.RemoveHeadersConfig.Items');
  const isRemoved = (name: string) =>
    removed.some((candidate) => get(candidate, 'Header') === name);
  return faultsOf([
    [isRemoved('cache-tag') && isRemoved('x-amzn-remapped-content-length'), 'headers of its own'],
    [listAt(config, 'Origins').length === 2, 'origins'], // the other is the site's
    [get(config, 'Origins.0.ConnectionAttempts') === 1, 'connection attempts'],
    [references(get(config, 'Origins.0.OriginAccessControlId')).length === 1, 'no access control'],
    [url.AuthType === 'AWS_IAM' && url.InvokeMode === 'RESPONSE_STREAM', 'Function URL'],
    [listAt(behaviour, 'AllowedMethods').length === 7, 'methods'],
    [get(behaviour, 'FunctionAssociations.0.EventType') === 'viewer-request', 'no edge function'],
    [get(behaviour, 'ResponseHeadersPolicyId') !== undefined, 'no response headers'],
    [get(behaviour, 'ViewerProtocolPolicy') === 'redirect-to-https', 'plain HTTP'],
    [get(config, 'HttpVersion') === 'http2and3', 'HTTP/3'],
    [get(config, 'CacheTagConfig.HeaderName') === 'cache-tag', 'cache tags'],
  ]);
}

/** 5xx not at all, 404 for seconds, never a page in place of our body. */
export function checkErrorCaching(template: Template): string[] {
  const rules = listAt(configOf(template), 'CustomErrorResponses');
  const ttlOf = (status: number) =>
    get(
      rules.find((rule) => get(rule, 'ErrorCode') === status),
      'ErrorCachingMinTTL',
    );
  return faultsOf([
    [[500, 501, 502, 503, 504].every((status) => ttlOf(status) === 0), '5xx are kept'],
    [ttlOf(404) === 10, '404'],
    [rules.every((rule) => get(rule, 'ResponsePagePath') === undefined), 'an error page'],
  ]);
}

function pathOf(template: Template, resource: Resource): string {
  const [parent = ''] = references(resource.Properties.ParentId);
  const above = template.Resources[parent];
  const before = above?.Type === resource.Type ? pathOf(template, above) : '';
  return `${before}/${resource.Properties.PathPart}`;
}

/**
 * Every endpoint of core, any method, the function that its row names; bodies of images whole.
 */
export function checkRoutes(template: Template): string[] {
  const routes = all(template, 'AWS::ApiGateway::Method').map(([, { Properties }]) => {
    const resource = template.Resources[references(Properties.ResourceId)[0] ?? ''];
    const fn = references(get(Properties, 'Integration.Uri')).find(
      (id) => template.Resources[id]?.Type === 'AWS::Lambda::Function',
    );
    return `${Properties.HttpMethod} ${resource && pathOf(template, resource)} ${fn?.slice(0, -8)}`;
  });
  const wanted = Object.values(ENDPOINTS).map(
    ({ functionName, path }) => `ANY ${path} ${functionName.replaceAll('-', '')}`,
  );
  const binary = listAt(only(template, 'AWS::ApiGateway::RestApi').Properties, 'BinaryMediaTypes');
  return [
    ...wanted.filter((candidate) => !routes.includes(candidate)),
    ...routes.filter((route) => !wanted.includes(route)),
    ...UPLOAD_CONTENT_TYPES.filter((type) => !binary.includes(type)),
  ];
}

/** API Gateway's own errors have the body of ours. */
export function checkGatewayResponses(template: Template): string[] {
  const byType = new Map(
    all(template, 'AWS::ApiGateway::GatewayResponse').map(([, { Properties }]) => [
      String(Properties.ResponseType),
      Properties,
    ]),
  );
  const wanted: [string, ProblemCode][] = [
    ['MISSING_AUTHENTICATION_TOKEN', 'route_not_found'],
    ['REQUEST_TOO_LARGE', 'payload_too_large'],
    ['THROTTLED', 'busy'],
    ['DEFAULT_4XX', 'validation_failed'],
    ['API_CONFIGURATION_ERROR', 'internal_error'],
    ['INTEGRATION_TIMEOUT', 'busy'],
    ['DEFAULT_5XX', 'busy'],
  ];
  return wanted.flatMap(([type, code]) => {
    const current = byType.get(type);
    const headers = (current?.ResponseParameters ?? {}) as Record<string, string>;
    // its `type` names the CDN
    const template = get(get(current, 'ResponseTemplates'), 'application/json');
    const body = JSON.parse(template === undefined ? '{}' : show(template));
    return faultsOf([
      [current?.StatusCode === String(PROBLEMS[code].status), `${type}: status`],
      [body.code === code && body.requestId === '$context.requestId', `${type}: body`],
      [
        code !== 'busy' || /^'\d+'$/.test(headers['gatewayresponse.header.Retry-After'] ?? ''),
        `${type}: Retry-After`,
      ],
      [headers['gatewayresponse.header.Access-Control-Allow-Origin'] === "'*'", `${type}: CORS`],
      [
        headers['gatewayresponse.header.Content-Type'] === "'application/problem+json'",
        `${type}: type`,
      ],
    ]);
  });
}

/**
 * The stage writes the route's template and never the path: no execution log, no trace, no caller's
 * text.
 */
export function checkStage(template: Template): string[] {
  const stage = only(template, 'AWS::ApiGateway::Stage').Properties;
  const format = String(get(stage, 'AccessLogSetting.Format'));
  const allowed =
    /^\$context\.(requestId|resourcePath|httpMethod|status|error\.responseType|response\w+|integrationLatency)$/;
  const named = format.match(/\$[\w.]+/g) ?? [];
  return faultsOf([
    [format.includes('$context.resourcePath'), 'no route in the log'],
    [named.every((name) => allowed.test(name)), `in the log: ${named}`],
    [stage.TracingEnabled !== true, 'traces'],
    [
      listAt(stage, 'MethodSettings').every(
        (candidate) =>
          get(candidate, 'LoggingLevel') === 'OFF' && get(candidate, 'DataTraceEnabled') === false,
      ),
      'execution logs',
    ],
    [get(stage, 'MethodSettings.0.ThrottlingRateLimit') !== undefined, 'no throttling'],
  ]);
}

/**
 * AWS Lambda Developer Guide, "Retry behavior": a failed asynchronous call is tried twice more; all
 * of a run have to be enough for the alarm.
 */
function hearsOfSchedule(template: Template): boolean {
  const id = 'Monitoringrequeuepurgeserrors';
  const { Properties: alarm } = only(template, 'AWS::CloudWatch::Alarm', id);
  const schedule = only(template, 'AWS::Events::Rule', 'Purge').Properties.ScheduleExpression;
  return Number(alarm.Threshold) <= 3 && schedule === `rate(${Number(alarm.Period) / 60} minutes)`;
}

/** Alarms on errors and throttles of each function, API and CDN faults, dead letters, costs. */
export function checkAlarms(template: Template): string[] {
  const ids = all(template, 'AWS::CloudWatch::Alarm').map(([id]) => id);
  const always = Object.keys(FUNCTIONS).filter(
    (name) => !([...EVENT_FUNCTIONS, ...CLASSIFYING_FUNCTIONS] as readonly string[]).includes(name),
  );
  const functions = always.flatMap((name) => [`${name}-errors`, `${name}-throttles`]);
  const faultsAndCosts = ['api-faults', 'delivery-faults', 'cost-of-rendering', 'cost-of-requests'];
  const purge = ['purges-given-up', 'changes-given-up', 'purges-late'];
  const renders = ['renders-given-up', 'renders-late'];
  const missing = [...functions, ...faultsAndCosts, ...purge, ...renders].filter(
    (name) => !ids.some((id) => id.startsWith(`Monitoring${name.replaceAll('-', '')}`)),
  );
  return [...missing, ...faultsOf([[hearsOfSchedule(template), 'a schedule that always fails']])];
}

/** Well below CloudFormation's 500. */
export function checkSize({ Resources }: Template): string[] {
  const count = Object.keys(Resources).length;
  return count <= 450 ? [] : [`${count} resources`];
}
