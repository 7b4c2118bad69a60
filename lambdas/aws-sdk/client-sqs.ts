import { createHash } from 'node:crypto';
import { AwsClient, commandClass, type Fields } from './aws-client.ts';
import { type Caller, type ClientSettings, createCaller } from './call-aws.ts';
import { callJson } from './call-json.ts';

interface Sent {
  readonly Id?: string;
  readonly MessageBody?: string;
}
interface Received {
  readonly Id?: string;
  readonly MD5OfMessageBody?: string;
}

function checkReceived({ MessageBody = '' }: Sent, { MD5OfMessageBody }: Received): void {
  const sent = createHash('md5').update(MessageBody).digest('hex');
  if (sent !== MD5OfMessageBody) throw new Error('SQS received another message than was sent');
}

function callSqs(caller: Caller, operation: string, input: Fields): Promise<Fields> {
  return callJson(caller, { target: `AmazonSQS.${operation}`, version: '1.0' }, input);
}

/** The client of the queues. It uses its own address, never the host in the URL of a queue. */
export class SQSClient extends AwsClient<Caller> {
  constructor(settings: ClientSettings = {}) {
    super('SQSClient', createCaller('sqs', settings));
  }
}

export const SendMessageCommand = /* @__PURE__ */ commandClass(
  'SendMessage',
  async (caller, input) => {
    const output = await callSqs(caller, 'SendMessage', input);
    checkReceived(input, output);
    return output;
  },
);

export const SendMessageBatchCommand = /* @__PURE__ */ commandClass(
  'SendMessageBatch',
  async (caller, input) => {
    const output = await callSqs(caller, 'SendMessageBatch', input);
    const received = (output.Successful ?? []) as readonly Received[];
    for (const one of received) {
      checkReceived((input.Entries as readonly Sent[]).find(({ Id }) => Id === one.Id) ?? {}, one);
    }
    return output;
  },
);
