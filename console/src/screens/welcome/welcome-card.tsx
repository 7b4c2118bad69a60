import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import alpine from '../../../pictures/alpine-dusk.webp';
import citrus from '../../../pictures/citrus-flatlay.webp';
import dunes from '../../../pictures/dunes-noon.webp';
import moon from '../../../pictures/moon-bay.webp';
import ribbons from '../../../pictures/ribbons.webp';
import vase from '../../../pictures/vase-terracotta.webp';
import { linkTo } from '../../app/links.ts';
import { loadAccount } from '../../app/projects.ts';
import { navigate, place } from '../../app/router.ts';
import {
  sessionEmail,
  sessionState,
  signIn,
  visitFault,
  wasSignedIn,
} from '../../app/session/session.ts';
import { readSettings } from '../../app/settings.ts';
import { addSampleImages, takeOverProject } from '../../app/take-over.ts';
import { WELCOME_TEXTS } from '../../texts/welcome-texts.ts';
import { Button } from '../../ui/button.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { Check } from '../../ui/field.tsx';

const PICTURES = [alpine, vase, ribbons, moon, citrus, dunes];

/** The query that continues a take-over after the sign-in. */
const TAKE_OVER = 'take-over';

function Pictures() {
  return (
    <div class="w-pics" aria-hidden="true">
      {PICTURES.map((address) => (
        <img key={address} src={address} alt="" width="960" height="720" />
      ))}
    </div>
  );
}

interface CardProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

function Card({ title, children }: CardProps) {
  const fault = visitFault.value;
  return (
    <section class="w-card" aria-labelledby="h-card">
      <Pictures />
      <div class="w-body">
        <h2 id="h-card">{title}</h2>
        {fault !== undefined && <FaultBanner fault={fault} what={WELCOME_TEXTS.signInFailed} />}
        {children}
      </div>
    </section>
  );
}

/** Starts a sign-in; a failure is shown on the card. */
function start(returnTo: string, prompt?: 'login'): void {
  visitFault.value = undefined;
  signIn(returnTo, prompt).catch((error) => {
    visitFault.value = error;
  });
}

const returnTo = () => place.value.query.get('return') ?? linkTo('gallery');

/** Takes the project over, after a sign-in if no user is signed in. */
function useTakeOver() {
  const asked = place.value.query.get(TAKE_OVER);
  const isSignedIn = sessionState.value === 'signed-in';
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>(undefined);
  const run = async (hasSamples: boolean) => {
    if (!isSignedIn) return start(`/?${TAKE_OVER}=${hasSamples ? 'sample' : 'plain'}`);
    setBusy(true);
    try {
      const { projectId } = await takeOverProject();
      if (hasSamples) await addSampleImages();
      await loadAccount();
      // the user's own account has a project of that name, too, and it is empty
      navigate(linkTo('gallery', {}, { project: projectId }), { isReplacing: true });
    } catch (error) {
      setFault(error);
      setBusy(false);
    }
  };
  useEffect(() => {
    if (asked !== null && isSignedIn) void run(asked === 'sample');
  }, []);
  return { isBusy, fault, run };
}

function TakeOverCard() {
  const [hasSamples, setSamples] = useState(true);
  const { isBusy, fault, run } = useTakeOver();
  const [before, after] = WELCOME_TEXTS.takeOverAbout;
  return (
    <Card title={WELCOME_TEXTS.takeOver}>
      <p>
        {before}
        <code>npm start</code>
        {after}
      </p>
      <Check isOn={hasSamples} onChange={setSamples} hint={WELCOME_TEXTS.sampleAbout}>
        {WELCOME_TEXTS.sample}
      </Check>
      {fault !== undefined && <FaultBanner fault={fault} what={WELCOME_TEXTS.takeOverFailed} />}
      <Button kind="primary" size="large" isDisabled={isBusy} onClick={() => run(hasSamples)}>
        {isBusy ? WELCOME_TEXTS.takingOver : WELCOME_TEXTS.takeOverAndOpen}
      </Button>
      <p class="or">
        <span>{WELCOME_TEXTS.or}</span>
      </p>
      <Button icon="door" size="large" onClick={() => start(returnTo(), 'login')}>
        {WELCOME_TEXTS.otherAccount}
      </Button>
      <p class="fine">{WELCOME_TEXTS.fine}</p>
    </Card>
  );
}

function SignInCard() {
  const isReturning = place.value.query.has('return');
  return (
    <Card title={WELCOME_TEXTS.signInTitle}>
      <p>{isReturning ? WELCOME_TEXTS.returnAbout : WELCOME_TEXTS.signInAbout}</p>
      <Button kind="primary" size="large" onClick={() => start(returnTo())}>
        {WELCOME_TEXTS.signIn}
      </Button>
    </Card>
  );
}

function OpenCard() {
  const email = sessionEmail.value;
  return (
    <Card title={WELCOME_TEXTS.signedIn}>
      {email !== undefined && <p>{WELCOME_TEXTS.signedInAs(email)}</p>}
      <Button kind="primary" size="large" href={linkTo('gallery')}>
        {WELCOME_TEXTS.open}
      </Button>
    </Card>
  );
}

/** The way in: to take over the local project, to sign in, or to go on. */
export function WelcomeCard() {
  const { isLocal, issuer } = readSettings();
  const isComingBack = place.value.query.has(TAKE_OVER);
  const isKnown = sessionState.value === 'signed-in' || wasSignedIn();
  if (isLocal && issuer !== null && (isComingBack || !isKnown)) return <TakeOverCard />;
  if (isKnown && !place.value.query.has('return')) return <OpenCard />;
  return issuer === null ? null : <SignInCard />;
}
