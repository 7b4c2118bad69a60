import { type CalledSubject, calledSubjects } from './called-subjects.ts';

/** A requested call of AWS, whatever its result. */
export interface AwsCall {
  /** The SDK's name of its client without `Client`: DynamoDB, S3, SQS, CloudFront. */
  readonly service: string;
  readonly operation: string;
  readonly subjects: readonly CalledSubject[];
}

/** The common part of all clients of the SDK; their own types differ by their commands. */
interface Stack {
  add(
    middleware: (next: (args: object) => unknown, context: Context) => (args: Args) => unknown,
    options: { readonly step: 'initialize'; readonly priority: 'high'; readonly name: string },
  ): void;
}
interface Context {
  readonly clientName?: string;
  readonly commandName?: string;
}
interface Args {
  readonly input: object;
}

/**
 * Calls `write` for each call of a client, before it is made; a client's own retries are one call.
 */
export function recordCalls<Client extends { readonly middlewareStack: object }>(
  client: Client,
  write: (call: AwsCall) => void,
): Client {
  const stack = client.middlewareStack as Stack;
  const middleware: Parameters<Stack['add']>[0] =
    (next, { clientName = '', commandName = '' }) =>
    (args) => {
      write({
        service: clientName.replace(/Client$/, ''),
        operation: commandName.replace(/Command$/, ''),
        subjects: calledSubjects(args.input as Readonly<Record<string, unknown>>),
      });
      return next(args);
    };
  // first of all, while a document client's input is still plain values
  stack.add(middleware, { step: 'initialize', priority: 'high', name: 'recordCalls' });
  return client;
}
