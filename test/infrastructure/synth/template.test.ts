import { describe, expect, it } from 'vitest';
import { ALARMS } from '../../../lib/monthly-cost.ts';
import {
  checkAlarms,
  checkCacheKey,
  checkCdnUrl,
  checkDistribution,
  checkErrorCaching,
  checkGatewayResponses,
  checkOldAddresses,
  checkRendererBehaviours,
  checkRoutes,
  checkSize,
  checkStage,
} from './support/delivery-and-api-checks.ts';
import { checkDirectUploads } from './support/direct-upload-checks.ts';
import {
  checkFunctions,
  checkLogs,
  checkNoCycles,
  checkNoStars,
  checkPurge,
  checkQueuedRenders,
  checkRemovers,
  checkRendererKnowsNoCdn,
  checkRenderTimes,
  checkRights,
  checkRoles,
} from './support/function-checks.ts';
import { checkPool, checkSignInClient, checkTokenIssuer } from './support/sign-in-checks.ts';
import { checkConsoleClient, checkSite } from './support/site-checks.ts';
import {
  allow,
  changeRight,
  drop,
  functionNamed,
  idOf,
  type Spoil,
  set,
  setFunction,
} from './support/spoil.ts';
import {
  checkBuckets,
  checkLifecycle,
  checkNames,
  checkTableOrder,
  checkTables,
} from './support/store-checks.ts';
import { listAt, only, references, synthesize, type Template } from './support/template.ts';

const template = synthesize();

describe('the numbers in docs/costs.md', () => {
  it('is as many alarms as the stack makes (security.logs-and-alarms)', () => {
    const types = Object.values(template.Resources).map(({ Type }) => Type);
    expect(types.filter((type) => type === 'AWS::CloudWatch::Alarm')).toHaveLength(ALARMS);
  });
});

const DISTRIBUTION = 'AWS::CloudFront::Distribution';
const CONFIG = 'Properties.DistributionConfig';
const BUCKET = 'AWS::S3::Bucket';
const TABLE = 'AWS::DynamoDB::Table';
const POOL = 'AWS::Cognito::UserPool';
const CLIENT = 'AWS::Cognito::UserPoolClient';
const CLI_CLIENT_ID = 'PeoplePoolCommandLine';
const STAGE = 'AWS::ApiGateway::Stage';
const QUEUE = 'AWS::SQS::Queue';
const PURGE_QUEUE = 'PurgeQueue';
const RENDER_QUEUE = 'QueuedRendersQueue';
const ARRIVALS = 'DirectUploadsQueue';
const INCOMING = 'StorageIncoming';
const MAPPING = 'AWS::Lambda::EventSourceMapping';
const SITE_HEADERS = 'AWS::CloudFront::ResponseHeadersPolicy';
const SITE_SECURITY = 'Properties.ResponseHeadersPolicyConfig.SecurityHeadersConfig';
const SITE_POLICY = `${SITE_SECURITY}.ContentSecurityPolicy.ContentSecurityPolicy`;
const SENT = 'AWS::CloudFront::OriginRequestPolicy';
const SIZED = 'AWS::CloudFront::CachePolicy';
const KEY = 'Properties.CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin';
const STRINGS = `${KEY}.QueryStringsConfig`;

const behavioursOf = (template: Template) =>
  listAt(only(template, DISTRIBUTION), `${CONFIG}.CacheBehaviors`) as Record<string, unknown>[];

const originals: Spoil = (spoiled) => {
  const id = idOf(spoiled, BUCKET, 'StorageOriginals');
  const Resource = { 'Fn::Join': ['', [{ 'Fn::GetAtt': [id, 'Arn'] }, '/img_*/original']] };
  allow('uploadtemporaryimage', 's3:GetObject', Resource)(spoiled);
};
const removeOriginals =
  (name: string, keys: string): Spoil =>
  (spoiled) => {
    const id = idOf(spoiled, BUCKET, 'StorageOriginals');
    const Resource = { 'Fn::Join': ['', [{ 'Fn::GetAtt': [id, 'Arn'] }, `/${keys}`]] };
    allow(name, 's3:DeleteObject', Resource)(spoiled);
  };
const nameTheCdn: Spoil = (spoiled) => {
  const { Properties } = functionNamed(spoiled, 'renderimage');
  const id = idOf(spoiled, DISTRIBUTION, 'Delivery');
  Properties.Environment = { Variables: { CDN_URL: { 'Fn::GetAtt': [id, 'DomainName'] } } };
};
const shareARole: Spoil = (spoiled) => {
  functionNamed(spoiled, 'deleteimage').Properties.Role = functionNamed(
    spoiled,
    'renderimage',
  ).Properties.Role;
};
const useTheirPolicy: Spoil = (spoiled) => {
  const [role = ''] = references(functionNamed(spoiled, 'deleteimage').Properties.Role);
  const { Properties } = spoiled.Resources[role] as Template['Resources'][string];
  Properties.ManagedPolicyArns = ['arn:aws:iam::aws:policy/AdministratorAccess'];
};
const addMany: Spoil = ({ Resources }) => {
  for (let i = 0; i < 450; i += 1) Resources[`More${i}`] = { Type: 'AWS::X::Y', Properties: {} };
};

type Check = (template: Template) => string[];

/** Each rule, its check, and stacks spoiled on purpose in which the check must find the fault. */
const RULES: Readonly<Record<string, [check: Check, spoils: Readonly<Record<string, Spoil>>]>> = {
  'has no more than 450 resources': [checkSize, { 'many more': addMany }],
  'gives each function exactly the rights written down by hand (security.least-privilege)': [
    checkRights,
    {
      'the upload may read permanent images': originals,
      'the renderer may write any key': changeRight('renderimage', 'dynamodb:PutItem', {
        Condition: undefined,
      }),
      'a grant is taken away': changeRight('savetemporaryimage', 's3:GetObject', {
        Effect: 'Deny',
      }),
      'a function has gone': drop('AWS::Lambda::Function', 'purgeimage'),
    },
  ],
  'lets the purge of a deletion alone remove the stored object of an image (security.least-privilege)':
    [
      checkRemovers,
      {
        'the sweep of temporary images too': removeOriginals(
          'sweeptemporaryimages',
          'img_*/original',
        ),
        'the sweep, by a wider pattern': removeOriginals('sweeptemporaryimages', '*'),
        'the upload too': removeOriginals('uploadtemporaryimage', 'img_*'),
      },
    ],
  'has no star where AWS has a resource': [
    checkNoStars,
    {
      'an action': allow('deleteimage', 'dynamodb:*', { Ref: 'X' }),
      'a resource': allow('deleteimage', 'dynamodb:GetItem', '*'),
    },
  ],
  'has a role for each function and no policy of AWS on it': [
    checkRoles,
    { 'one is shared': shareARole, 'a managed policy': useTheirPolicy },
  ],
  'runs functions on Node 24 and arm64, traced, within what a new account has': [
    checkFunctions,
    {
      runtime: setFunction('renderimage', 'Properties.Runtime', 'nodejs20.x'),
      processor: setFunction('renderimage', 'Properties.Architectures', ['x86_64']),
      memory: setFunction('renderimage', 'Properties.MemorySize', 4096),
      timeout: setFunction('deleteimage', 'Properties.Timeout', 900),
      tracing: setFunction('deleteimage', 'Properties.TracingConfig', undefined),
      reservation: setFunction('renderimage', 'Properties.ReservedConcurrentExecutions', 5),
      log: setFunction('deleteimage', 'Properties.LoggingConfig', undefined),
      'log format': setFunction('deleteimage', 'Properties.LoggingConfig.LogFormat', 'Text'),
      'log of the platform': setFunction(
        'deleteimage',
        'Properties.LoggingConfig.SystemLogLevel',
        'INFO',
      ),
      'log level': setFunction(
        'deleteimage',
        'Properties.LoggingConfig.ApplicationLogLevel',
        'WARN',
      ),
    },
  ],
  'gives the renderer time for the wire, and what works in the background none (security.deletion-final, security.slow-readers)':
    [
      checkRenderTimes,
      {
        'no time for the wire': setFunction('renderimage', 'Properties.Timeout', 15),
        'work for longer': setFunction('renderqueued', 'Properties.Timeout', 60),
      },
    ],
  'never tells the renderer of the distribution': [
    checkRendererKnowsNoCdn,
    { 'its address': nameTheCdn },
  ],
  'lets in whom the operator invited, by a long password and a proved address, and keeps them': [
    checkPool,
    {
      'short passwords': set(POOL, '', 'Properties.Policies.PasswordPolicy.MinimumLength', 8),
      'plain passwords': set(POOL, '', 'Properties.Policies.PasswordPolicy.RequireNumbers', false),
      unprotected: set(POOL, '', 'Properties.DeletionProtection', 'INACTIVE'),
      'not kept': set(POOL, '', 'DeletionPolicy', 'Delete'),
      'no second factor': set(POOL, '', 'Properties.MfaConfiguration', 'OFF'),
      strangers: set(POOL, '', 'Properties.AdminCreateUserConfig.AllowAdminCreateUserOnly', false),
      'no trigger': set(POOL, '', 'Properties.LambdaConfig', undefined),
      'another trigger': set(POOL, '', 'Properties.LambdaConfig.PreSignUp', { Ref: 'X' }),
      'another rule': setFunction(
        'checksignup',
        'Properties.Environment.Variables.SIGN_UP',
        'open',
      ),
      'recovery by telephone': set(POOL, '', 'Properties.AccountRecoverySetting', undefined),
      'addresses unproved': set(POOL, '', 'Properties.UserAttributeUpdateSettings', undefined),
      'another plan': set(POOL, '', 'Properties.UserPoolTier', 'PLUS'),
    },
  ],
  'signs in by a code with PKCE to three addresses of one’s own machine, and no other way': [
    checkSignInClient,
    {
      'a secret': set(CLIENT, CLI_CLIENT_ID, 'Properties.GenerateSecret', true),
      'an implicit flow': set(CLIENT, CLI_CLIENT_ID, 'Properties.AllowedOAuthFlows', [
        'code',
        'implicit',
      ]),
      'another redirect': set(
        CLIENT,
        CLI_CLIENT_ID,
        'Properties.CallbackURLs.3',
        'https://evil.example',
      ),
      'more scopes': set(CLIENT, CLI_CLIENT_ID, 'Properties.AllowedOAuthScopes', [
        'aws.cognito.signin.user.admin',
      ]),
      'passwords by the API': set(CLIENT, CLI_CLIENT_ID, 'Properties.ExplicitAuthFlows', [
        'ALLOW_USER_PASSWORD_AUTH',
      ]),
      'long tokens': set(CLIENT, CLI_CLIENT_ID, 'Properties.AccessTokenValidity', 1440),
    },
  ],
  'takes the tokens of its own pool alone, for its own client': [
    checkTokenIssuer,
    {
      'another issuer': setFunction(
        'accountandteamcalls',
        'Properties.Environment.Variables.TOKEN_ISSUER',
        'https://issuer.example',
      ),
      'any client': setFunction(
        'accountandteamcalls',
        'Properties.Environment.Variables.TOKEN_AUDIENCES',
        'any',
      ),
      'a name': set('AWS::Cognito::UserPoolDomain', '', 'Properties.Domain', 'imagewell'),
    },
  ],
  'has no cycle': [checkNoCycles, { 'the renderer and the CDN': nameTheCdn }],
  'keeps no log for ever': [
    checkLogs,
    { 'access logs': set('AWS::Logs::LogGroup', 'ApiAccessLogs', 'Properties', {}) },
  ],
  'loses no deletion between stream, queue and worker': [
    checkPurge,
    {
      'no dead letters': set('AWS::SQS::Queue', PURGE_QUEUE, 'Properties.RedrivePolicy', undefined),
      'visible too soon': set('AWS::SQS::Queue', PURGE_QUEUE, 'Properties.VisibilityTimeout', 30),
      'no schedule': drop('AWS::Events::Rule', 'Purge'),
      'no schedule of the sweep': drop('AWS::Events::Rule', 'Sweeper'),
      'another filter': set(
        'AWS::Lambda::EventSourceMapping',
        'queuepurges',
        'Properties.FilterCriteria',
        { Filters: [{ Pattern: '{}' }] },
      ),
      'whole batches': set(
        'AWS::Lambda::EventSourceMapping',
        'purgeimage',
        'Properties.FunctionResponseTypes',
        undefined,
      ),
    },
  ],
  'a direct upload comes to its own place, for a day, and is reported to its validator': [
    checkDirectUploads,
    {
      'nobody told': set(BUCKET, INCOMING, 'Properties.NotificationConfiguration', undefined),
      'told before the queue lets it': set(BUCKET, INCOMING, 'DependsOn', []),
      'kept for a week': set(
        BUCKET,
        INCOMING,
        'Properties.LifecycleConfiguration.Rules.0.ExpirationInDays',
        7,
      ),
      versions: set(BUCKET, INCOMING, 'Properties.VersioningConfiguration', { Status: 'Enabled' }),
      'pages that read': set(
        BUCKET,
        INCOMING,
        'Properties.CorsConfiguration.CorsRules.0.AllowedMethods',
        ['POST', 'GET'],
      ),
      'no dead letters': set(QUEUE, ARRIVALS, 'Properties.RedrivePolicy', undefined),
      'a short visibility': set(QUEUE, ARRIVALS, 'Properties.VisibilityTimeout', 30),
      'no policy for S3': set(
        'AWS::SQS::QueuePolicy',
        ARRIVALS,
        'Properties.PolicyDocument.Statement',
        [],
      ),
      'a slow validator': setFunction('acceptdirectupload', 'Properties.Timeout', 600),
      'a function that CDK adds by itself': (spoiled) => {
        delete functionNamed(spoiled, 'acceptdirectupload').Properties.LoggingConfig;
      },
    },
  ],
  'makes in the background each once, by few, and gives up at last': [
    checkQueuedRenders,
    {
      'each as often as it is queued': set(QUEUE, RENDER_QUEUE, 'Properties.FifoQueue', undefined),
      'no dead letters': set(QUEUE, RENDER_QUEUE, 'Properties.RedrivePolicy', undefined),
      'visible too soon': set(QUEUE, RENDER_QUEUE, 'Properties.VisibilityTimeout', 15),
      'many workers': set(MAPPING, 'renderqueued', 'Properties.ScalingConfig', undefined),
      'ten a round': set(MAPPING, 'renderqueued', 'Properties.BatchSize', 10),
    },
  ],
  'has the tables of core, on demand, restorable and protected': [
    checkTables,
    {
      protection: set(TABLE, 'Tablesimages', 'Properties.DeletionProtectionEnabled', false),
      'point in time': set(
        TABLE,
        'Tableskeys',
        'Properties.PointInTimeRecoverySpecification',
        undefined,
      ),
      'time to live': set(TABLE, 'Tablesusage', 'Properties.TimeToLiveSpecification', undefined),
      stream: set(TABLE, 'Tablesimages', 'Properties.StreamSpecification', undefined),
      'not kept': set(TABLE, 'Tablesprojects', 'DeletionPolicy', 'Delete'),
      'no index': set(TABLE, 'Tablesprojects', 'Properties.GlobalSecondaryIndexes', undefined),
    },
  ],
  'makes one table with indexes after the other': [
    checkTableOrder,
    { 'at once': set(TABLE, 'Tablesimages', 'DependsOn', undefined) },
  ],
  'ends temporary objects, renditions, old versions and abandoned uploads': [
    checkLifecycle,
    {
      'no rules': set(
        BUCKET,
        'StorageRenditions',
        'Properties.LifecycleConfiguration.Rules',
        undefined,
      ),
      'originals end': set(
        BUCKET,
        'StorageOriginals',
        'Properties.LifecycleConfiguration.Rules.1.ExpirationInDays',
        30,
      ),
      'no versions': set(
        BUCKET,
        'StorageOriginals',
        'Properties.VersioningConfiguration',
        undefined,
      ),
    },
  ],
  'keeps buckets private, encrypted, and to TLS': [
    checkBuckets,
    {
      public: set(
        BUCKET,
        'StorageOriginals',
        'Properties.PublicAccessBlockConfiguration.BlockPublicPolicy',
        false,
      ),
      unencrypted: set(BUCKET, 'StorageOriginals', 'Properties.BucketEncryption', undefined),
      'plain HTTP': drop('AWS::S3::BucketPolicy', 'StorageOriginalsPolicy'),
      'not kept': set(BUCKET, 'StorageRenditions', 'DeletionPolicy', 'Delete'),
    },
  ],
  'names nothing but what must have a name': [
    checkNames,
    {
      table: set(TABLE, 'Tableskeys', 'Properties.TableName', 'keys'),
      bucket: set(BUCKET, 'StorageOriginals', 'Properties.BucketName', 'originals'),
      function: setFunction('deleteimage', 'Properties.FunctionName', 'delete-image'),
    },
  ],
  'keys the cache on what the edge writes, and keeps nothing private (security.one-viewer)': [
    checkCacheKey,
    {
      'one more': set(
        SIZED,
        'DeliveryCachePolicy',
        `${KEY}.QueryStringsConfig.QueryStrings.6`,
        'utm_source',
      ),
      'all of them': set(
        SIZED,
        'DeliveryCachePolicy',
        `${KEY}.QueryStringsConfig.QueryStringBehavior`,
        'all',
      ),
      cookies: set(SIZED, 'DeliveryCachePolicy', `${KEY}.CookiesConfig.CookieBehavior`, 'all'),
      'for one viewer': set(SIZED, 'DeliveryCachePolicy', 'Properties.CachePolicyConfig.MinTTL', 1),
    },
  ],
  'reaches the renderer by no behaviour without a function at the edge and a fixed list of query strings (delivery.edge-canonical)':
    [
      checkRendererBehaviours,
      {
        'all query strings of an old address': set(SIZED, 'DeliveryOldCachePolicy', STRINGS, {
          QueryStringBehavior: 'all',
        }),
        'all query strings of an image': set(SIZED, 'DeliveryCachePolicy', STRINGS, {
          QueryStringBehavior: 'all',
        }),
        'all but a few': set(
          SIZED,
          'DeliveryOldCachePolicy',
          `${STRINGS}.QueryStringBehavior`,
          'allExcept',
        ),
        'images without a function': set(
          DISTRIBUTION,
          '',
          `${CONFIG}.DefaultCacheBehavior.FunctionAssociations`,
          [],
        ),
        'old addresses with another function': set(
          DISTRIBUTION,
          '',
          `${CONFIG}.CacheBehaviors.0.FunctionAssociations.0.EventType`,
          'viewer-response',
        ),
        'one more behaviour': (spoiled) => {
          const { TargetOriginId } = behavioursOf(spoiled)[0] ?? {};
          behavioursOf(spoiled).push({ TargetOriginId, PathPattern: '/new/*' });
        },
      },
    ],
  'answers old addresses by the renderer, kept by their canonical address (delivery.old-addresses)':
    [
      checkOldAddresses,
      {
        'another query string': set(
          SIZED,
          'DeliveryOldCachePolicy',
          `${KEY}.QueryStringsConfig.QueryStrings.1`,
          'w',
        ),
        'no behaviour': set(DISTRIBUTION, '', `${CONFIG}.CacheBehaviors.0`, undefined),
        'every method': set(DISTRIBUTION, '', `${CONFIG}.CacheBehaviors.0.AllowedMethods`, [
          'POST',
        ]),
        'no query': set(
          SIZED,
          'DeliveryOldCachePolicy',
          `${KEY}.QueryStringsConfig.QueryStringBehavior`,
          'none',
        ),
      },
    ],
  'sends the CDN’s URL to the renderer, as the edge function writes it and no viewer, and keys no cache on it (errors.problem-body)':
    [
      checkCdnUrl,
      {
        'a part of the key': set(
          SIZED,
          'DeliveryOldCachePolicy',
          `${KEY}.HeadersConfig.HeaderBehavior`,
          'whitelist',
        ),
        'one more header': set(
          SENT,
          '',
          'Properties.OriginRequestPolicyConfig.HeadersConfig.Headers.1',
          'authorization',
        ),
        'every cookie': set(
          SENT,
          '',
          'Properties.OriginRequestPolicyConfig.CookiesConfig.CookieBehavior',
          'all',
        ),
        'an old address without a function': set(
          DISTRIBUTION,
          '',
          `${CONFIG}.CacheBehaviors.0.FunctionAssociations`,
          [],
        ),
        'a function that passes a viewer’s value': (spoiled) => {
          const { Properties } = only(spoiled, 'AWS::CloudFront::Function', 'DeliveryOldRequest');
          Properties.FunctionCode = 'function handler(event){return event.request}';
        },
        'images without it': set(
          DISTRIBUTION,
          '',
          `${CONFIG}.DefaultCacheBehavior.OriginRequestPolicyId`,
          undefined,
        ),
        'a bucket with it': set(
          DISTRIBUTION,
          '',
          `${CONFIG}.CacheBehaviors.1.OriginRequestPolicyId`,
          'x',
        ),
      },
    ],
  'asks one origin, once, by signed requests, behind the edge function': [
    checkDistribution,
    {
      'three attempts': set(DISTRIBUTION, '', `${CONFIG}.Origins.0.ConnectionAttempts`, 3),
      'a header of the Function URL': set(
        'AWS::CloudFront::ResponseHeadersPolicy',
        'Delivery',
        'Properties.ResponseHeadersPolicyConfig.RemoveHeadersConfig.Items',
        [{ Header: 'cache-tag' }],
      ),
      'an open URL': set('AWS::Lambda::Url', '', 'Properties.AuthType', 'NONE'),
      'a buffered URL': set('AWS::Lambda::Url', '', 'Properties.InvokeMode', 'BUFFERED'),
      'no edge function': set(
        DISTRIBUTION,
        '',
        `${CONFIG}.DefaultCacheBehavior.FunctionAssociations`,
        [],
      ),
      'GET only': set(DISTRIBUTION, '', `${CONFIG}.DefaultCacheBehavior.AllowedMethods`, ['GET']),
      'plain HTTP': set(
        DISTRIBUTION,
        '',
        `${CONFIG}.DefaultCacheBehavior.ViewerProtocolPolicy`,
        'allow-all',
      ),
      'no cache tags': set(DISTRIBUTION, '', `${CONFIG}.CacheTagConfig`, undefined),
    },
  ],
  'serves the site from a bucket that the distribution alone reads, with a policy without unsafe sources (security.site-headers, site.distribution)':
    [
      checkSite,
      {
        'one path has gone': set(DISTRIBUTION, '', `${CONFIG}.CacheBehaviors.3`, undefined),
        'no function': set(DISTRIBUTION, '', `${CONFIG}.CacheBehaviors.1.FunctionAssociations`, []),
        'inline script': set(
          SITE_HEADERS,
          'Siteconsole',
          `${SITE_POLICY}`,
          "script-src 'unsafe-inline'",
        ),
        frames: set(SITE_HEADERS, 'Sitepages', `${SITE_SECURITY}.FrameOptions`, undefined),
        'pages that stay': set(SIZED, 'Site', 'Properties.CachePolicyConfig.MinTTL', 60),
        'open to every distribution': (spoiled) => {
          const { Properties } = only(spoiled, 'AWS::S3::BucketPolicy', 'SiteFiles');
          for (const one of listAt(Properties, 'PolicyDocument.Statement')) {
            delete (one as { Condition?: unknown }).Condition;
          }
        },
      },
    ],
  'knows the console as a public client that comes back to its own address alone': [
    checkConsoleClient,
    {
      'a secret': set(CLIENT, 'PeoplePoolConsole', 'Properties.GenerateSecret', true),
      'another redirect': set(
        CLIENT,
        'PeoplePoolConsole',
        'Properties.CallbackURLs.1',
        'https://evil.example',
      ),
      'long refresh tokens': set(
        CLIENT,
        'PeoplePoolConsole',
        'Properties.RefreshTokenValidity',
        43200,
      ),
    },
  ],
  'keeps no 5xx, a 404 for seconds, and puts no page in place of our body': [
    checkErrorCaching,
    {
      'not said': set(DISTRIBUTION, '', `${CONFIG}.CustomErrorResponses`, []),
      'a page': set(
        DISTRIBUTION,
        '',
        `${CONFIG}.CustomErrorResponses.0.ResponsePagePath`,
        '/error.html',
      ),
      '5xx kept': set(DISTRIBUTION, '', `${CONFIG}.CustomErrorResponses.8.ErrorCachingMinTTL`, 600),
    },
  ],
  'routes every endpoint with any method to its own function': [
    checkRoutes,
    {
      'POST only': set(
        'AWS::ApiGateway::Method',
        'Apiapiv1deleteimageANY',
        'Properties.HttpMethod',
        'POST',
      ),
      'no binary types': set('AWS::ApiGateway::RestApi', '', 'Properties.BinaryMediaTypes', []),
      'a route less': drop('AWS::ApiGateway::Method', 'Apiapiv1save'),
    },
  ],
  "tells API Gateway's own errors as ours": [
    checkGatewayResponses,
    {
      'a 403': set(
        'AWS::ApiGateway::GatewayResponse',
        'ApiMISSING',
        'Properties.StatusCode',
        '403',
      ),
      'no CORS': set(
        'AWS::ApiGateway::GatewayResponse',
        'ApiDEFAULT5XX',
        'Properties.ResponseParameters',
        {},
      ),
    },
  ],
  'logs the route and never the path, and throttles': [
    checkStage,
    {
      path: set(
        STAGE,
        '',
        'Properties.AccessLogSetting.Format',
        '$context.resourcePath $context.path',
      ),
      traces: set(STAGE, '', 'Properties.TracingEnabled', true),
      'execution logs': set(STAGE, '', 'Properties.MethodSettings.0.LoggingLevel', 'INFO'),
      'no throttling': set(STAGE, '', 'Properties.MethodSettings.0.ThrottlingRateLimit', undefined),
    },
  ],
  'alarms on errors, throttles, faults, costs and dead letters': [
    checkAlarms,
    {
      'dead letters': drop('AWS::CloudWatch::Alarm', 'Monitoringpurgesgivenup'),
      'dead renders': drop('AWS::CloudWatch::Alarm', 'Monitoringrendersgivenup'),
      'a schedule that fails': set(
        'AWS::CloudWatch::Alarm',
        'Monitoringrequeuepurgeserrors',
        'Properties.Threshold',
        5,
      ),
      'errors of a function': drop('AWS::CloudWatch::Alarm', 'Monitoringrenderimageerrors'),
    },
  ],
};

describe('the stack', () => {
  for (const [rule, [check, spoils]] of Object.entries(RULES)) {
    it(rule, () => expect(check(template)).toEqual([]));
    for (const [how, spoil] of Object.entries(spoils)) {
      it(`${rule}: reported where it isn't so (${how})`, () => {
        const spoiled = structuredClone(template);
        spoil(spoiled);
        expect(check(spoiled)).not.toEqual([]);
      });
    }
  }
});
