import type { Viewers } from './delivery-headers.ts';
import type { ProblemCode } from './problems.ts';

/** One fault in a request's body; `pointer` is a JSON Pointer (RFC 6901). */
export interface FieldFault {
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
}

export interface ServiceErrorOptions {
  readonly detail?: string;
  /** The next step of the developer in this case, in place of the usual one of the code. */
  readonly hint?: string;
  /**
   * The same for who runs the service, in place of `hint`: the server of this machine gives it to
   * requests of this machine alone (errors.operator-hints).
   */
  readonly machineHint?: string;
  readonly errors?: readonly FieldFault[];
  /** Further members of the problem body (RFC 9457 section 3.2). */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The viewers of the refusal; everyone by default. */
  readonly viewers?: Viewers;
  readonly cause?: unknown;
}

/** A refusal for the caller: a row of THE error table, with the details of this case. */
export class ServiceError extends Error {
  readonly code: ProblemCode;
  readonly options: ServiceErrorOptions;

  constructor(code: ProblemCode, options: ServiceErrorOptions = {}) {
    super(
      options.detail ?? code,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'ServiceError';
    this.code = code;
    this.options = options;
  }
}
