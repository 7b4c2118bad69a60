import { joinReads } from '../../adapters/dynamodb/client/joined-reads.ts';
import { awsServices } from './services.ts';
import { sharedDynamoClient } from './shared-clients.ts';

/**
 * The services of the functions that deliver and render: the same as of any function, but reads
 * that begin together are one request (docs/decisions/0121).
 */
export const renderingServices: typeof awsServices = (more, client = sharedDynamoClient()) =>
  awsServices(more, joinReads(client));
