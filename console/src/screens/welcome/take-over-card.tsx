import { useEffect, useState } from 'preact/hooks';
import { ADD_SAMPLES } from '../../images/samples.ts';
import { linkTo } from '../../state/links.ts';
import { loadAccount } from '../../state/projects.ts';
import { navigate, place } from '../../state/router.ts';
import { sessionState } from '../../state/session/session.ts';
import { loadTakeOverOffer, type TakeOverOffer, takeOverProject } from '../../state/take-over.ts';
import { WELCOME_TEXTS } from '../../texts/welcome-texts.ts';
import { Button } from '../../ui/button.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { Check } from '../../ui/field.tsx';
import { Card } from './card.tsx';
import { startSignIn } from './start-sign-in.ts';

/** The query that continues a take-over after the sign-in at an issuer elsewhere. */
export const TAKE_OVER = 'take-over';

/** Takes the project over; a user who isn't signed in becomes the owner of this machine. */
function useTakeOver(offer: TakeOverOffer['offer']) {
  const asked = place.value.query.get(TAKE_OVER);
  const isSignedIn = sessionState.value === 'signed-in';
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>(undefined);
  const run = async (hasSamples: boolean) => {
    if (!isSignedIn && offer === 'after-sign-in')
      return startSignIn(`/?${TAKE_OVER}=${hasSamples ? 'sample' : 'plain'}`);
    setBusy(true);
    try {
      const { projectId, ticket } = await takeOverProject();
      const query = { project: projectId, ...(hasSamples && ADD_SAMPLES) };
      const gallery = linkTo('gallery', {}, query);
      if (ticket !== undefined) return startSignIn(gallery, { prompt: 'login', loginHint: ticket });
      await loadAccount();
      navigate(gallery, { isReplacing: true });
    } catch (error) {
      setFault(error);
      setBusy(false);
      void loadTakeOverOffer(); // another browser may have been faster
    }
  };
  useEffect(() => {
    if (asked !== null && isSignedIn) void run(asked === 'sample');
  }, []);
  return { isBusy, fault, run };
}

/** The project of this machine, which has no owner yet. */
export function TakeOverCard({ offer, project }: TakeOverOffer) {
  const [hasSamples, setSamples] = useState(true);
  const { isBusy, fault, run } = useTakeOver(offer);
  return (
    <Card title={WELCOME_TEXTS.takeOver} pictures="all">
      <p>{WELCOME_TEXTS.takeOverAbout[offer === 'after-sign-in' ? 'afterSignIn' : 'oneClick']}</p>
      {project && (
        <dl class="facts">
          <dt>{WELCOME_TEXTS.project}</dt>
          <dd>{project.name}</dd>
          <dt>{WELCOME_TEXTS.plan}</dt>
          <dd>{WELCOME_TEXTS.planOf(project.plan)}</dd>
        </dl>
      )}
      <Check
        isOn={hasSamples}
        onChange={setSamples}
        hint={WELCOME_TEXTS.sampleAbout(project?.plan.maxImages ?? null)}
      >
        {WELCOME_TEXTS.sample}
      </Check>
      {fault !== undefined && <FaultBanner fault={fault} what={WELCOME_TEXTS.takeOverFailed} />}
      <Button kind="primary" size="large" isDisabled={isBusy} onClick={() => run(hasSamples)}>
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
