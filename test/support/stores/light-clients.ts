import type { S3Client } from '@aws-sdk/client-s3';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { timedSettings } from '../../../adapters/aws-clients/create-client.ts';
import { TIME_LIMITS } from '../../../adapters/aws-clients/time-limits.ts';
import * as dynamo from '../../../lambdas/aws-sdk/client-dynamodb.ts';
import * as s3 from '../../../lambdas/aws-sdk/client-s3.ts';
import * as sqs from '../../../lambdas/aws-sdk/client-sqs.ts';
import * as document from '../../../lambdas/aws-sdk/lib-dynamodb.ts';

interface Command {
  readonly input: object;
}
type Commands = Readonly<Record<string, unknown>>;
type LightCommand = new (input: object) => never;

/** Sends each command of the SDK as the light one of the same name, as a function's bundle does. */
function translated<Client>(
  light: { send(command: never): Promise<unknown> },
  commands: Commands,
): Client {
  const send = (command: Command) => {
    const Light = commands[command.constructor.name] as LightCommand | undefined;
    if (!Light) throw new Error(`no function sends a ${command.constructor.name}`);
    return light.send(new Light(command.input));
  };
  return { send } as unknown as Client;
}

type S3Settings = ConstructorParameters<typeof s3.S3Client>[0];

/** The light client of S3 behind the interface of the SDK, with the settings of the functions. */
export function lightS3(settings: S3Settings = {}): S3Client {
  return translated(
    new s3.S3Client({ ...timedSettings(TIME_LIMITS.function.S3Client), ...settings }),
    { ...s3 },
  );
}

/** The same of DynamoDB, which the adapters call once for each of their own attempts. */
export function lightDynamo(): DynamoDBDocumentClient {
  const client = new dynamo.DynamoDBClient({ maxAttempts: 1 });
  const marshallOptions = { removeUndefinedValues: true };
  const light = document.DynamoDBDocumentClient.from(client, { marshallOptions });
  return translated(light, { ...document });
}

/** The same of SQS. */
export function lightSqs(): SQSClient {
  return translated(new sqs.SQSClient(), { ...sqs });
}
