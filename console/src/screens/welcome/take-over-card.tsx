import { useEffect, useState } from 'preact/hooks';
import { ADD_SAMPLES } from '../../images/samples.ts';
import { linkTo } from '../../state/links.ts';
import { loadAccount } from '../../state/projects.ts';
import { navigate, place } from '../../state/router.ts';
import { sessionState } from '../../state/session/session.ts';
import { loadTakeOverOffer, type TakeOverOffer, takeOverProject } from '../../state/take-over.ts';
import { TAKE_OVER_ABOUT, WELCOME_TEXTS } from '../../texts/welcome-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { Check } from '../../ui/field.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { Card } from './card.tsx';
import { startSignIn } from './start-sign-in.ts';

/** The query that continues a take-over after the sign-in at an issuer elsewhere. */
export const TAKE_OVER = 'take-over';

/** Takes the project over; a user who isn't signed in becomes the owner of this machine. */
function useTakeOver(offer: TakeOverOffer['offer']) {
  const asked = place.value.query.get(TAKE_OVER);
  const isSignedIn = sessionState.value === 'signed-in';
  const { isBusy, fault, run } = useAction();
  const takeOver = async (hasSamples: boolean) => {
    const { projectId, ticket } = await takeOverProject().catch((error) => {
      void loadTakeOverOffer(); // another browser may have been faster
      throw error;
    });
    const gallery = linkTo('gallery', {}, { project: projectId, ...(hasSamples && ADD_SAMPLES) });
    if (ticket !== undefined) {
      startSignIn(gallery, { prompt: 'login', loginHint: ticket });
      await new Promise(() => {}); // the page is being left
    }
    await loadAccount();
    navigate(gallery, { isReplacing: true });
  };
  const start = (hasSamples: boolean) => {
    if (!isSignedIn && offer === 'after-sign-in')
      return startSignIn(`/?${TAKE_OVER}=${hasSamples ? 'sample' : 'plain'}`);
    void run(() => takeOver(hasSamples));
  };
  useEffect(() => {
    if (asked !== null && isSignedIn) start(asked === 'sample');
  }, []);
  return { isBusy, fault, start };
}

/** The project of this machine, which has no owner yet. */
export function TakeOverCard({ offer, project }: TakeOverOffer) {
  const [hasSamples, setSamples] = useState(true);
  const { isBusy, fault, start } = useTakeOver(offer);
  return (
    <Card title={WELCOME_TEXTS.takeOver} pictures="all">
      <p>{TAKE_OVER_ABOUT[offer === 'after-sign-in' ? 'afterSignIn' : 'oneClick']}</p>
      {project && (
        <Facts
          of={[
            [WELCOME_TEXTS.project, project.name],
            [WELCOME_TEXTS.plan, WELCOME_TEXTS.planOf(project.plan)],
          ]}
        />
      )}
      <Check
        isOn={hasSamples}
        onChange={setSamples}
        hint={WELCOME_TEXTS.sampleAbout(project?.plan.maxImages ?? null)}
      >
        {WELCOME_TEXTS.sample}
      </Check>
      <FaultBanner fault={fault} what={WELCOME_TEXTS.takeOverFailed} />
      <Button kind="primary" size="large" isDisabled={isBusy} onClick={() => start(hasSamples)}>
        {isBusy ? WELCOME_TEXTS.takingOver : WELCOME_TEXTS.takeOverAndOpen}
      </Button>
      <button
        type="button"
        class="link"
        onClick={() => startSignIn(linkTo('gallery'), { prompt: 'login' })}
      >
        {WELCOME_TEXTS.accountInstead}
      </button>
      <p class="fine">{WELCOME_TEXTS.fine}</p>
    </Card>
  );
}
