/**
 * THE services of AWS that a stage uses, by the names of their endpoints in botocore. `only` is the
 * part of a stage that uses the service; without it every stage does.
 */
export const STACK_SERVICES = {
  apigateway: { name: 'Amazon API Gateway' },
  cloudformation: { name: 'AWS CloudFormation' },
  cloudfront: { name: 'Amazon CloudFront' },
  'cognito-idp': { name: 'Amazon Cognito user pools', only: 'userPool' },
  dynamodb: { name: 'Amazon DynamoDB' },
  events: { name: 'Amazon EventBridge' },
  lambda: { name: 'AWS Lambda' },
  logs: { name: 'Amazon CloudWatch Logs' },
  monitoring: { name: 'Amazon CloudWatch' },
  rekognition: { name: 'Amazon Rekognition', only: 'rekognition' },
  s3: { name: 'Amazon S3' },
  sns: { name: 'Amazon SNS', only: 'alarmEmail' },
  sqs: { name: 'Amazon SQS' },
  ssm: { name: 'AWS Systems Manager' },
  'streams.dynamodb': { name: 'Amazon DynamoDB Streams' },
  sts: { name: 'AWS STS' },
} as const satisfies Readonly<
  Record<
    string,
    { readonly name: string; readonly only?: 'userPool' | 'rekognition' | 'alarmEmail' }
  >
>;

/** A service of STACK_SERVICES. */
export type StackService = keyof typeof STACK_SERVICES;

/**
 * The services that functions call by a client of the SDK, and so at a FIPS endpoint where that is
 * set. `only` is the setting without which no function calls the service.
 */
export const CALLED_SERVICES = {
  cloudfront: {},
  dynamodb: {},
  events: { only: 'events' },
  rekognition: { only: 'rekognition' },
  s3: {},
  sqs: {},
  ssm: { only: 'privateImages' },
} as const satisfies Partial<
  Record<StackService, { readonly only?: 'events' | 'privateImages' | 'rekognition' }>
>;

/** A service of CALLED_SERVICES. */
export type CalledService = keyof typeof CALLED_SERVICES;
