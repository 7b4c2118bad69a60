import { ListDistributionsCommand } from '@aws-sdk/client-cloudfront';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { ListCollectionsCommand } from '@aws-sdk/client-rekognition';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { ListQueuesCommand } from '@aws-sdk/client-sqs';
import { GetParameterCommand } from '@aws-sdk/client-ssm';
import type { CalledService } from '../../../../lib/regions/stack-services.ts';

/** A client of the SDK, whichever it is. */
export interface AskedClient {
  readonly middlewareStack: unknown;
  send(command: never): Promise<unknown>;
}

/** A call of each service; only its request is made, and none is sent. */
export const ASK: Readonly<Record<CalledService, (bucket: string) => object>> = {
  cloudfront: () => new ListDistributionsCommand({}),
  dynamodb: () => new ListTablesCommand({}),
  events: () => new PutEventsCommand({ Entries: [] }),
  rekognition: () => new ListCollectionsCommand({}),
  s3: (Bucket) => new GetObjectCommand({ Bucket, Key: 'a' }),
  sqs: () => new ListQueuesCommand({}),
  ssm: () => new GetParameterCommand({ Name: 'a' }),
};

interface Stack {
  add(
    middleware: () => (call: { readonly request: { readonly hostname: string } }) => unknown,
    options: object,
  ): void;
}

/** The host that a client would call: the request goes no further than its signature. */
export async function requestedHost(client: AskedClient, command: object): Promise<string> {
  let host = '';
  const stack = client.middlewareStack as Stack;
  stack.add(
    () => async (call) => {
      host = call.request.hostname;
      return { response: { statusCode: 200, headers: {} }, output: { $metadata: {} } };
    },
    { step: 'finalizeRequest', priority: 'low', name: 'goNoFurther' },
  );
  await client.send(command as never);
  return host;
}
