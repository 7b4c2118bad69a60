import { type Caller, type ClientSettings, createCaller } from './call-aws.ts';

/** The client below the document client, without commands of its own. */
export class DynamoDBClient {
  readonly caller: Caller;
  constructor(settings: ClientSettings = {}) {
    this.caller = createCaller('dynamodb', settings);
  }
}
