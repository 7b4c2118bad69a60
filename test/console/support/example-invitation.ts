import { PROJECT } from './example-answers.ts';
import type { FakeService } from './fake-service.ts';

/** An invitation that its link shows. */
export const INVITED = {
  invitationId: `ivt_${'v'.repeat(26)}`,
  projectId: `prj_${'v'.repeat(26)}`,
  projectName: 'Shop photos',
  role: 'viewer' as string,
  inviterName: 'Ada Okafor' as string | null,
  inviterRole: 'owner',
  expiresAt: '2026-11-29T14:02:00.000Z',
};

export interface InvitationCase {
  readonly shown?: Partial<typeof INVITED>;
  /** The members that the refusal adds: it is no longer open. */
  readonly ended?: object;
  /** The refusal of an acceptance. */
  readonly refusal?: { readonly status?: number; readonly code: string; readonly detail?: string };
  readonly after?: Promise<unknown>;
}

const problem = (status: number, more: object) => ({
  status,
  body: { status, title: 'Refused', requestId: 'req_7hq2m4zc', ...more },
});
const HINT = 'Sign in with the invited address, or ask for an invitation to your address.';

/** Answers the calls that show and accept an invitation. */
export function answerInvitation(service: FakeService, given: InvitationCase = {}): void {
  const { shown = {}, ended, refusal, after } = given;
  const invitation = { ...INVITED, ...shown };
  const notFound = () => problem(404, { code: 'invitation_not_found', ...ended });
  service.answer('get-invitation', () => (ended ? notFound() : { body: invitation, after }));
  service.answer('accept-invitation', () => {
    if (ended) return notFound();
    if (refusal) return problem(refusal.status ?? 403, { hint: HINT, ...refusal });
    const { projectId, projectName: name, role } = invitation;
    const joined = { ...PROJECT, projectId, name, role };
    service.answer('list-projects', () => ({ body: { projects: [joined] } }));
    return { body: joined };
  });
}
