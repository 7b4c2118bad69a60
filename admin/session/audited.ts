import { auditAct } from '../../core/use-cases/access/audit-act.ts';
import type { AdminServices } from './admin-services.ts';

/**
 * A command that is written down, in the trail of the project that it is about, else of the
 * account.
 */
export interface AdminAct {
  readonly action: string;
  readonly accountId: string;
  readonly projectId: string | null;
  readonly sent: Readonly<Record<string, unknown>>;
}

/** Does it as the operator: written down before it begins, and again with its end. */
export function audited<Answer extends object>(
  services: Pick<AdminServices, 'audit' | 'clock' | 'randomBytes' | 'log'>,
  act: AdminAct,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const source = { sourceAddress: null, requestId: null };
  return auditAct(services, { ...act, actor: { kind: 'operator' }, source }, run);
}
