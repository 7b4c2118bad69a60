/**
 * The users who may sign up to a service with its own user pool: invited ones only, those of some
 * e-mail domains too, or everyone.
 */
export const SIGN_UPS = ['invited', 'domains', 'open'] as const;

export interface SignUpRule {
  readonly kind: (typeof SIGN_UPS)[number];
  /** Of `domains`; in lower case. */
  readonly domains: readonly string[];
}

/** The domain of an e-mail address; undefined unless it is plain. */
function domainOf(email: string): string | undefined {
  const [, domain] = /^[^@\s"]+@([^@\s"]+)$/.exec(email) ?? [];
  return domain?.toLowerCase();
}

/** Whether a user with this address may sign up. */
export function maySignUp({ kind, domains }: SignUpRule, email: string): boolean {
  if (kind === 'open') return true;
  return kind === 'domains' && domains.includes(domainOf(email) ?? '');
}
