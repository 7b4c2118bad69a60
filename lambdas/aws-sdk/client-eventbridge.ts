import { AwsClient, commandClass, type Fields } from './aws-client.ts';
import { type Caller, type ClientSettings, createCaller } from './call-aws.ts';
import { callJson } from './call-json.ts';

/** The client of the event bus. */
export class EventBridgeClient extends AwsClient<Caller> {
  constructor(settings: ClientSettings = {}) {
    super('EventBridgeClient', createCaller('events', settings));
  }
}

/** Times are seconds of the Unix epoch in JSON. */
function onWire({ Time, ...entry }: Fields): Fields {
  return Time instanceof Date ? { ...entry, Time: Time.getTime() / 1000 } : entry;
}

export const PutEventsCommand = /* @__PURE__ */ commandClass(
  'PutEvents',
  (caller, { Entries, ...input }) => {
    const sent = { ...input, Entries: (Entries as readonly Fields[]).map(onWire) };
    return callJson(caller, { target: 'AWSEvents.PutEvents', version: '1.1' }, sent);
  },
);
