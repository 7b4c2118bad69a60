import { appendFileSync } from 'node:fs';
import { passChainOn } from '../../adapters/aws-calls/message-chains.ts';
import { recordCalls } from '../../adapters/aws-calls/record-calls.ts';
import { ENVIRONMENT, findEnvironment, ownFunctionName } from '../environment.ts';

/**
 * A client without changes. If the deploy requested it, a line of each of its calls is added to a
 * file, from which the permissions are verified.
 */
export function recordedClient<Client extends { readonly middlewareStack: object }>(
  client: Client,
): Client {
  const path = findEnvironment(ENVIRONMENT.recordCallsTo);
  if (path === undefined) return client;
  const functionName = ownFunctionName();
  return recordCalls(passChainOn(client), (call) =>
    appendFileSync(path, `${JSON.stringify({ functionName, ...call })}\n`),
  );
}
