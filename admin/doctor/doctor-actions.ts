/** Calls of more than one check. */
const [DESCRIBE_STACK, LIST_RESOURCES] = [
  'cloudformation:DescribeStacks',
  'cloudformation:ListStackResources',
];
const CLOUDFRONT_NAMES = [
  'cloudfront:ListCachePolicies',
  'cloudfront:ListFunctions',
  'cloudfront:ListOriginAccessControls',
  'cloudfront:ListResponseHeadersPolicies',
];

/** THE permissions that each check of `admin doctor` needs, all of them for reads. */
export const DOCTOR_ACTIONS: Readonly<Record<string, readonly string[]>> = {
  region: [],
  credentials: [],
  bootstrap: ['ssm:GetParameter'],
  'stack-state': [DESCRIBE_STACK],
  'name-clashes': [DESCRIBE_STACK, ...CLOUDFRONT_NAMES, 'apigateway:GET', 'dynamodb:ListTables'],
  'lambda-quota': ['lambda:GetAccountSettings'],
  'cloudfront-account': ['cloudfront:ListDistributions'],
  'cloudfront-quota': [DESCRIBE_STACK, ...CLOUDFRONT_NAMES],
  'api-gateway-log-role': [DESCRIBE_STACK, 'apigateway:GET'],
  settings: [],
  'cdn-certificate': ['acm:DescribeCertificate'],
  'api-certificate': ['acm:DescribeCertificate'],
  'cdn-domains': ['cloudfront:ListDistributions', LIST_RESOURCES],
  'api-domain': ['apigateway:GET', LIST_RESOURCES],
  'dns-records': [DESCRIBE_STACK],
  'former-hosts': [],
  'cdn-web-acl': ['wafv2:GetWebACL'],
  'api-web-acl': ['wafv2:GetWebACL'],
  'alarm-topic': ['sns:GetTopicAttributes'],
  'alarm-email': [],
  'token-issuer': [],
  'token-keys': [],
  'origin-shield': [],
};
