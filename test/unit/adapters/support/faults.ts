/** An error as the AWS SDK throws it: known by its name. */
export function fault(name: string, more: object = {}): Error {
  return Object.assign(new Error('a fault that was put there'), { name, ...more });
}

/**
 * A transaction that DynamoDB cancelled, a reason for each of its writes; `None` for those that
 * were not in the way.
 */
export function cancelled(...codes: string[]): Error {
  const CancellationReasons = codes.map((Code) => ({ Code }));
  return fault('TransactionCanceledException', { CancellationReasons });
}

/** A transaction of so many writes, cancelled for one reason at one of them. */
export function cancelledAt(count: number, at: number, code: string): Error {
  return cancelled(...Array.from({ length: count }, (_, i) => (i === at ? code : 'None')));
}
