import { type CalledSubject, calledSubjects } from './called-subjects.ts';

/** A call of AWS as it was asked for, whatever came of it. */
export interface AwsCall {
  /** As the SDK names its client, `Client` left out: DynamoDB, S3, SQS, CloudFront. */
  readonly service: string;
  readonly operation: string;
  readonly subjects: readonly CalledSubject[];
}

/** What all clients of the SDK have of it in common; their own types differ by their commands. */
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
 * Tells `write` of each call that a client is asked for, before it is made; a client's own retries
 * are one call.
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
  // first of all, where a document client's input is still plain values
  stack.add(middleware, { step: 'initialize', priority: 'high', name: 'recordCalls' });
  return client;
}
