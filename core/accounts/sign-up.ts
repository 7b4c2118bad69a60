/**
 * Who may make themselves an account where the service has people of its own: those an operator
 * invited, those of some e-mail domains too, or anybody.
 */
export const SIGN_UPS = ['invited', 'domains', 'open'] as const;

export interface SignUpRule {
  readonly kind: (typeof SIGN_UPS)[number];
  /** Of `domains`; in lower case. */
  readonly domains: readonly string[];
}

/** The domain of an e-mail address; undefined where it isn't plainly one. */
function domainOf(email: string): string | undefined {
  const [, domain] = /^[^@\s"]+@([^@\s"]+)$/.exec(email) ?? [];
  return domain?.toLowerCase();
}

/** Whether somebody with this address may sign themselves up. */
export function maySignUp({ kind, domains }: SignUpRule, email: string): boolean {
  if (kind === 'open') return true;
  return kind === 'domains' && domains.includes(domainOf(email) ?? '');
}
