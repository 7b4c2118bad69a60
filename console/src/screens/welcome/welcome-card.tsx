import { useEffect } from 'preact/hooks';
import { readInvitationCode } from '../../state/invitation-link.ts';
import { findRoute } from '../../state/route-names.ts';
import { place } from '../../state/router.ts';
import { sessionState } from '../../state/session/session.ts';
import { readSettings } from '../../state/settings.ts';
import { loadOfferOfCard, takeOverOffer } from '../../state/take-over.ts';
import { CardBones } from './card.tsx';
import { InvitationCard } from './invitation-card.tsx';
import { OpenCard } from './open-card.tsx';
import { NoAccountCard, NoSignInCard, SignInCard } from './sign-in-cards.tsx';
import { TAKE_OVER, TakeOverCard } from './take-over-card.tsx';

/** The one card of the page at `/`; the service's answers choose it, never a remembered hint. */
export function WelcomeCard() {
  const { issuer, hasWayIn = true } = readSettings();
  if (!hasWayIn) return <NoAccountCard />;
  if (issuer === null) return <NoSignInCard />;
  if (findRoute(place.value.path)?.name !== 'invitation') return <WayInCard />;
  const code = readInvitationCode();
  return <InvitationCard key={code} code={code} />;
}

function WayInCard() {
  useEffect(loadOfferOfCard, []);
  const { query } = place.value;
  const isSignedIn = sessionState.value === 'signed-in';
  if (isSignedIn && !query.has(TAKE_OVER)) return <OpenCard />;
  if (!readSettings().isLocal) return <SignInCard />;
  const found = takeOverOffer.value;
  if (found === undefined) return <CardBones />;
  return found.offer === 'none' ? <SignInCard /> : <TakeOverCard {...found} />;
}
