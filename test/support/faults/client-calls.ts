import { ACMClient, ListCertificatesCommand } from '@aws-sdk/client-acm';
import { APIGatewayClient, GetAccountCommand } from '@aws-sdk/client-api-gateway';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { CloudFrontClient, ListDistributionsCommand } from '@aws-sdk/client-cloudfront';
import { CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import {
  CognitoIdentityProviderClient,
  ListUserPoolsCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { IAMClient, ListAccountAliasesCommand } from '@aws-sdk/client-iam';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { DetectFacesCommand, RekognitionClient } from '@aws-sdk/client-rekognition';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { ListServicesCommand, ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { ListTopicsCommand, SNSClient } from '@aws-sdk/client-sns';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { ListWebACLsCommand, WAFV2Client } from '@aws-sdk/client-wafv2';
import { createTimedClient } from '../../../adapters/aws-clients/create-client.ts';
import type { AwsClient, TimeLimits } from '../../../adapters/aws-clients/time-limits.ts';
import type { ThrottledForm } from './faulty-peer.ts';

/** Where a client of a test calls. */
export function settingsOf(endpoint: string) {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  return { region: 'us-east-1', endpoint, credentials };
}
type Settings = ReturnType<typeof settingsOf>;

/** A call of a client with given limits. */
export interface ClientCall {
  readonly send: (limits: TimeLimits, settings: Settings) => Promise<unknown>;
  /** A throttled response in the client's protocol, and the name of its error. */
  readonly throttled: ThrottledForm;
  readonly throttledName: string;
}
type Form = Omit<ClientCall, 'send'>;

/** AWS JSON and REST JSON. */
const JSON_FORM: Form = {
  throttled: {
    status: 400,
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amzn-errortype': 'ThrottlingException',
    },
    body: JSON.stringify({ __type: 'ThrottlingException', message: 'Rate exceeded' }),
  },
  throttledName: 'ThrottlingException',
};

function xmlForm(status: number, code: string, wrap: (error: string) => string): Form {
  const error = `<Error><Code>${code}</Code><Message>Rate exceeded</Message></Error>`;
  return {
    throttled: { status, headers: { 'content-type': 'text/xml' }, body: wrap(error) },
    throttledName: code,
  };
}
/** AWS Query, and CloudFront's XML: the error within a response. */
const XML_FORM = xmlForm(400, 'Throttling', (error) => `<ErrorResponse>${error}</ErrorResponse>`);
const S3_FORM = xmlForm(503, 'SlowDown', (error) => error);

/** One call of each client. */
export const CLIENT_CALLS: Readonly<Record<AwsClient, ClientCall>> = {
  ACMClient: {
    ...JSON_FORM,
    send: (limits, settings) =>
      createTimedClient(limits, ACMClient, settings).send(new ListCertificatesCommand({})),
  },
  APIGatewayClient: {
    ...JSON_FORM,
    send: (limits, settings) =>
      createTimedClient(limits, APIGatewayClient, settings).send(new GetAccountCommand({})),
  },
  CloudFormationClient: {
    ...XML_FORM,
    send: (limits, settings) =>
      createTimedClient(limits, CloudFormationClient, settings).send(new DescribeStacksCommand({})),
  },
  CloudFrontClient: {
    ...XML_FORM,
    send: (limits, settings) =>
      createTimedClient(limits, CloudFrontClient, settings).send(new ListDistributionsCommand({})),
  },
  CloudWatchClient: {
    ...JSON_FORM,
    send: (limits, settings) =>
      createTimedClient(limits, CloudWatchClient, settings).send(new DescribeAlarmsCommand({})),
  },
  CognitoIdentityProviderClient: {
    ...JSON_FORM,
    send: (limits, settings) =>
      createTimedClient(limits, CognitoIdentityProviderClient, settings).send(
        new ListUserPoolsCommand({ MaxResults: 1 }),
      ),
  },
  DynamoDBClient: {
    ...JSON_FORM,
    send: (limits, settings) =>
      createTimedClient(limits, DynamoDBClient, settings).send(new ListTablesCommand({})),
  },
  EventBridgeClient: {
    ...JSON_FORM,
    send: (limits, settings) =>
      createTimedClient(limits, EventBridgeClient, settings).send(
        new PutEventsCommand({ Entries: [] }),
      ),
  },
  IAMClient: {
    ...XML_FORM,
    send: (limits, settings) =>
      createTimedClient(limits, IAMClient, settings).send(new ListAccountAliasesCommand({})),
  },
  LambdaClient: {
    ...JSON_FORM,
    send: (limits, settings) =>
      createTimedClient(limits, LambdaClient, settings).send(new GetAccountSettingsCommand({})),
  },
  RekognitionClient: {
    ...JSON_FORM,
    send: (limits, settings) =>
      createTimedClient(limits, RekognitionClient, settings).send(
        new DetectFacesCommand({ Image: { Bytes: Buffer.of(1) } }),
      ),
  },
  S3Client: {
    ...S3_FORM,
    send: (limits, settings) =>
      createTimedClient(limits, S3Client, { ...settings, forcePathStyle: true }).send(
        new PutObjectCommand({ Bucket: 'b', Key: 'k', Body: 'x' }),
      ),
  },
  SNSClient: {
    ...XML_FORM,
    send: (limits, settings) =>
      createTimedClient(limits, SNSClient, settings).send(new ListTopicsCommand({})),
  },
  SQSClient: {
    ...JSON_FORM,
    send: (limits, settings) =>
      createTimedClient(limits, SQSClient, { ...settings, useQueueUrlAsEndpoint: false }).send(
        new SendMessageCommand({ QueueUrl: 'https://q.invalid/1/q', MessageBody: 'x' }),
      ),
  },
  SSMClient: {
    ...JSON_FORM,
    send: (limits, settings) =>
      createTimedClient(limits, SSMClient, settings).send(new GetParameterCommand({ Name: 'n' })),
  },
  STSClient: {
    ...XML_FORM,
    send: (limits, settings) =>
      createTimedClient(limits, STSClient, settings).send(new GetCallerIdentityCommand({})),
  },
  ServiceQuotasClient: {
    ...JSON_FORM,
    send: (limits, settings) =>
      createTimedClient(limits, ServiceQuotasClient, settings).send(new ListServicesCommand({})),
  },
  WAFV2Client: {
    ...JSON_FORM,
    send: (limits, settings) =>
      createTimedClient(limits, WAFV2Client, settings).send(
        new ListWebACLsCommand({ Scope: 'REGIONAL' }),
      ),
  },
};
