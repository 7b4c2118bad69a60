import type { Caller } from './call-aws.ts';

/** A command's input or output, under the SDK's names of its fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** One call of a service. */
export interface AwsCommand<Context> {
  /** As the SDK names it: `GetItemCommand`. */
  readonly name: string;
  readonly input: Fields;
  run(context: Context, input: Fields): Promise<unknown>;
}

interface Args {
  readonly input: Fields;
}
type Handle = (args: Args) => Promise<{ readonly output: unknown }>;
/** As the SDK's own for the step `initialize`. */
type Middleware = (
  next: Handle,
  context: { readonly clientName: string; readonly commandName: string },
) => Handle;

/** The common part of the clients: it sends commands through the middleware. */
export class AwsClient<Context> {
  readonly clientName: string;
  readonly context: Context;
  readonly middleware: Middleware[] = [];
  readonly middlewareStack = { add: (one: Middleware) => this.middleware.push(one) };

  constructor(clientName: string, context: Context) {
    this.clientName = clientName;
    this.context = context;
  }

  /** The output of a command; throws the service's error under its own name. */
  async send(command: AwsCommand<Context>): Promise<unknown> {
    const run: Handle = async ({ input }) => ({ output: await command.run(this.context, input) });
    const names = { clientName: this.clientName, commandName: command.name };
    // the first that was added is the first that sees the input
    const handle = this.middleware.reduceRight((next, one) => one(next, names), run);
    return (await handle({ input: command.input })).output;
  }
}

/** Makes the class of a command; the run gets the input as the middleware leaves it. */
export function commandClass<Context = Caller>(
  operation: string,
  run: (context: Context, input: Fields) => Promise<unknown>,
) {
  return class implements AwsCommand<Context> {
    readonly name = `${operation}Command`;
    readonly input: Fields;
    constructor(input: Fields) {
      this.input = input;
    }
    run = run;
  };
}
