import { createDynamoClient } from '../../adapters/dynamodb/client/dynamo-client.ts';
import { createS3Client } from '../../adapters/s3/s3-client.ts';
import { createSqsClient } from '../../adapters/sqs/sqs-client.ts';
import { recordedClient } from './recorded-client.ts';

/** A client that is made at the first call, and kept with its connections. */
function shared<Client extends { readonly middlewareStack: object }>(
  create: () => Client,
): () => Client {
  let client: Client | undefined;
  return () => {
    client ??= recordedClient(create());
    return client;
  };
}

// pure, so that a function's bundle leaves out the clients that its services don't use

/** The one client of DynamoDB of this process. */
export const sharedDynamoClient = /* @__PURE__ */ shared(createDynamoClient);

/** The one client of S3 of this process. */
export const sharedS3Client = /* @__PURE__ */ shared(() => createS3Client());

/** The one client of SQS of this process. */
export const sharedSqsClient = /* @__PURE__ */ shared(createSqsClient);
