import { type GetInvitationResult, ImagewellError } from 'imagewell-client';
import { imagewell } from '../../state/imagewell.ts';
import { invitationPath } from '../../state/invitation-link.ts';
import { linkTo } from '../../state/links.ts';
import { accountFault, chooseProject, loadAccount, projects } from '../../state/projects.ts';
import { useResource } from '../../state/resource.ts';
import { navigate } from '../../state/router.ts';
import { sessionEmail, sessionState } from '../../state/session/session.ts';
import { hasCode } from '../../texts/fault-kinds.ts';
import { formatMoment } from '../../texts/format.ts';
import { INVITATION_TEXTS, INVITED_MAY } from '../../texts/invitation-texts.ts';
import { ROLE_NAMES } from '../../texts/shell-texts.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { Card, InvitationBones } from './card.tsx';
import { startSignIn } from './start-sign-in.ts';

interface OpenProps {
  readonly code: string;
  readonly invitation: GetInvitationResult;
  /** It may have ended meanwhile. */
  readonly onGone: () => void;
}

function InvitationFacts({ invitation }: Pick<OpenProps, 'invitation'>) {
  const { inviterName, inviterRole, projectName, role, expiresAt } = invitation;
  return (
    <Facts
      of={[
        [INVITATION_TEXTS.from, INVITATION_TEXTS.inviter(inviterName, inviterRole)],
        [INVITATION_TEXTS.project, projectName],
        [ROLE_NAMES[role], INVITED_MAY[role]],
        [INVITATION_TEXTS.ends, formatMoment(expiresAt)],
      ]}
    />
  );
}

function SignInToAccept({ code, invitation }: OpenProps) {
  const { invitationId } = invitation;
  return (
    <Card title={INVITATION_TEXTS.signInTitle(invitation)}>
      <InvitationFacts invitation={invitation} />
      <Button
        kind="primary"
        icon="door"
        size="large"
        onClick={() => startSignIn(invitationPath(code), { invitationId })}
      >
        {INVITATION_TEXTS.signIn}
      </Button>
      <p class="fine">{INVITATION_TEXTS.fine}</p>
    </Card>
  );
}

function MemberAlready({ invitation }: Pick<OpenProps, 'invitation'>) {
  const { projectId, projectName } = invitation;
  const own = projects.value?.find((project) => project.projectId === projectId);
  return (
    <Card title={INVITATION_TEXTS.memberTitle(projectName)}>
      <p>{INVITATION_TEXTS.memberAbout(own?.role)}</p>
      <Button
        kind="primary"
        icon="images"
        size="large"
        href={linkTo('gallery', {}, { project: projectId })}
      >
        {INVITATION_TEXTS.open}
      </Button>
    </Card>
  );
}

function useAccept({ code, onGone }: OpenProps) {
  const { isBusy, fault, run } = useAction();
  const accept = () =>
    run(async () => {
      const { projectId } = await imagewell()
        .acceptInvitation({ invitation: code })
        .catch((error: unknown) => {
          if (hasCode(error, 'invitation_not_found')) onGone();
          throw error;
        });
      await loadAccount();
      navigate(linkTo('gallery'), { isReplacing: true });
      chooseProject(projectId);
    });
  return { isBusy, fault, accept };
}

/** Accepts by a click, as the user whose address it shows. */
function Accept(props: OpenProps) {
  const { code, invitation } = props;
  const { isBusy, fault, accept } = useAccept(props);
  const email = sessionEmail.value;
  // the refusal names the invited address and the one of who is signed in
  const isOthers = hasCode(fault, 'invitation_not_yours');
  const signInAsOther = () =>
    startSignIn(invitationPath(code), {
      prompt: 'login',
      invitationId: invitation.invitationId,
    });
  if (hasCode(fault, 'already_member')) return <MemberAlready invitation={invitation} />;
  return (
    <Card title={INVITATION_TEXTS.acceptTitle(invitation)}>
      {email !== undefined && (
        <div class="me">
          <Avatar name={email} />
          <span class="grow">
            <b>{email}</b>
            <small>{INVITATION_TEXTS.signedIn}</small>
          </span>
        </div>
      )}
      <InvitationFacts invitation={invitation} />
      <FaultBanner
        fault={fault}
        what={INVITATION_TEXTS.acceptFailed}
        {...(isOthers && { safe: INVITATION_TEXTS.stillOpen })}
      />
      {isOthers ? (
        <Button kind="primary" icon="door" size="large" onClick={signInAsOther}>
          {INVITATION_TEXTS.otherAccount}
        </Button>
      ) : (
        <>
          <Button kind="primary" size="large" isDisabled={isBusy} onClick={accept}>
            {isBusy ? INVITATION_TEXTS.accepting : INVITATION_TEXTS.accept}
          </Button>
          <button type="button" class="link" onClick={signInAsOther}>
            {INVITATION_TEXTS.otherAccount}
          </button>
        </>
      )}
      <p class="fine">{INVITATION_TEXTS.fine}</p>
    </Card>
  );
}

/** Its end and its inviter, where the service still knows them. */
function readEnd(fault: unknown) {
  const problem: Readonly<Record<string, unknown>> =
    fault instanceof ImagewellError ? { ...fault.problem } : {};
  const { endedAt, inviterName } = problem;
  return {
    endedAt: typeof endedAt === 'string' ? endedAt : undefined,
    inviterName: typeof inviterName === 'string' ? inviterName : null,
  };
}

function Ended({ fault }: { readonly fault?: unknown }) {
  const { endedAt, inviterName } = readEnd(fault);
  const gallery = linkTo('gallery');
  return (
    <Card title={INVITATION_TEXTS.endedTitle}>
      <p>{INVITATION_TEXTS.endedAbout(endedAt, inviterName)}</p>
      {sessionState.value === 'signed-in' ? (
        <Button kind="primary" icon="images" size="large" href={gallery}>
          {INVITATION_TEXTS.open}
        </Button>
      ) : (
        <Button kind="primary" icon="door" size="large" onClick={() => startSignIn(gallery)}>
          {INVITATION_TEXTS.endedSignIn}
        </Button>
      )}
    </Card>
  );
}

function OpenInvitation(props: OpenProps) {
  if (sessionState.value !== 'signed-in') return <SignInToAccept {...props} />;
  const known = projects.value;
  if (known === undefined && accountFault.value === undefined) return <InvitationBones />;
  const { projectId } = props.invitation;
  const isMember = known?.some((project) => project.projectId === projectId);
  return isMember ? <MemberAlready {...props} /> : <Accept {...props} />;
}

/** The card of an invitation's link: a click accepts it and never the visit alone. */
export function InvitationCard({ code }: { readonly code: string }) {
  const { data, fault, reload } = useResource(code, async (signal) =>
    code === '' ? undefined : imagewell().getInvitation({ invitation: code }, { signal }),
  );
  const isKnown = hasCode(fault, 'invitation_not_found') || hasCode(fault, 'validation_failed');
  if (code === '' || isKnown) return <Ended fault={fault} />;
  if (data) return <OpenInvitation code={code} invitation={data} onGone={reload} />;
  if (fault === undefined) return <InvitationBones />;
  return (
    <Card title={INVITATION_TEXTS.unread}>
      <FaultBanner fault={fault} what={INVITATION_TEXTS.readFailed} onRetry={reload} />
    </Card>
  );
}
