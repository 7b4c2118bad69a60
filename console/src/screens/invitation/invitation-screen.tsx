import { ImagewellError } from 'imagewell-client';
import { useState } from 'preact/hooks';
import { imagewell } from '../../app/imagewell.ts';
import { linkTo } from '../../app/links.ts';
import { chooseProject, loadAccount } from '../../app/projects.ts';
import { navigate, place } from '../../app/router.ts';
import { sessionEmail, signIn } from '../../app/session/session.ts';
import { PAGE_TITLES } from '../../texts/shell-texts.ts';
import { TEAM_TEXTS } from '../../texts/team-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { Page } from '../../ui/page.tsx';
import { useAction } from '../../ui/use-action.ts';
import { invitationPath } from '../team/invitation-link.ts';

/** The page of an invitation's link, which a click accepts and never the visit alone. */
export function InvitationScreen() {
  const [code] = useState(place.value.query.get('code') ?? '');
  const { isBusy, fault, run } = useAction();
  const accept = () =>
    run(async () => {
      const { projectId } = await imagewell().acceptInvitation({ invitation: code });
      await loadAccount();
      navigate(linkTo('gallery'), { isReplacing: true });
      chooseProject(projectId);
    });
  // the refusal names the invited address and the one of who is signed in
  const isOthers = fault instanceof ImagewellError && fault.code === 'invitation_not_yours';
  const signInAsOther = () => run(() => signIn(invitationPath(code), { prompt: 'login' }));
  return (
    <Page title={PAGE_TITLES.invitation}>
      {fault !== undefined && (
        <FaultBanner
          fault={fault}
          what={TEAM_TEXTS.acceptFailed}
          {...(isOthers && { safe: TEAM_TEXTS.stillOpen })}
        />
      )}
      <Empty
        title={TEAM_TEXTS.acceptTitle}
        actions={
          <>
            {!isOthers && (
              <Button kind="primary" isDisabled={isBusy || code === ''} onClick={accept}>
                {TEAM_TEXTS.accept}
              </Button>
            )}
            <Button
              kind={isOthers ? 'primary' : 'outlined'}
              isDisabled={isBusy}
              onClick={signInAsOther}
            >
              {TEAM_TEXTS.otherAccount}
            </Button>
            <Button href={linkTo('gallery')}>{TEAM_TEXTS.notNow}</Button>
          </>
        }
      >
        {TEAM_TEXTS.acceptAbout(sessionEmail.value)}
      </Empty>
    </Page>
  );
}
