import { useEffect } from 'preact/hooks';
import { place } from '../../app/router.ts';
import { sessionState } from '../../app/session/session.ts';
import { readSettings } from '../../app/settings.ts';
import { loadTakeOverOffer, takeOverOffer } from '../../app/take-over.ts';
import { CardBones } from './card.tsx';
import { OpenCard } from './open-card.tsx';
import { isInvited, NoAccountCard, NoSignInCard, SignInCard } from './sign-in-cards.tsx';
import { TAKE_OVER, TakeOverCard } from './take-over-card.tsx';

/** The one card of the page at `/`; the service's answers choose it, never a remembered hint. */
export function WelcomeCard() {
  useEffect(() => {
    void loadTakeOverOffer(); // it may have changed since, as by another browser
  }, []);
  const { issuer, isLocal, hasWayIn = true } = readSettings();
  if (!hasWayIn) return <NoAccountCard />;
  if (issuer === null) return <NoSignInCard />;
  const { query } = place.value;
  const isSignedIn = sessionState.value === 'signed-in';
  if (isSignedIn && !query.has(TAKE_OVER)) return <OpenCard />;
  if (!isLocal || isInvited()) return <SignInCard />;
  const found = takeOverOffer.value;
  if (found === undefined) return <CardBones />;
  return found.offer === 'none' ? <SignInCard /> : <TakeOverCard {...found} />;
}
