/** The reason for a missing response, in our own words: none of a receiver or a resolver. */
export const SEND_FAULTS = [
  'timed_out',
  'name_not_found',
  'address_not_allowed',
  'connection_failed',
  'webhook_disabled',
  'webhook_deleted',
] as const;

export type SendFault = (typeof SEND_FAULTS)[number];

export interface SendOutcome {
  /** Null without a response, with its `fault`. */
  readonly status: number | null;
  readonly fault: SendFault | null;
}

export interface WebhookMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
