import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { TABLES } from '../../../core/foundation/dynamodb-tables.ts';
import type { Names } from './check-request.ts';
import { type Command, operationOf, requestsOf } from './read-command.ts';

/** Tables that are known by their own names. */
const OWN_NAMES = Object.fromEntries(Object.keys(TABLES).map((name) => [name, name])) as Names;

/** Throws the error with which DynamoDB refuses a command, whatever the tables hold. */
export function checkCommand(command: Command, names: Names = OWN_NAMES): void {
  requestsOf(names, operationOf(command.constructor.name), command.input);
}

type Send = (command: Command, ...others: unknown[]) => Promise<unknown>;

/** A client that refuses what AWS refuses, before an emulator accepts it. */
export function withAwsRules(client: DynamoDBDocumentClient, names: Names): DynamoDBDocumentClient {
  const real = client.send.bind(client) as unknown as Send;
  const send: Send = async (command, ...others) => {
    checkCommand(command, names);
    return real(command, ...others);
  };
  return { ...client, send } as unknown as DynamoDBDocumentClient;
}
