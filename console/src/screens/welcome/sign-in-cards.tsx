import { linkTo } from '../../state/links.ts';
import { place } from '../../state/router.ts';
import { readSettings } from '../../state/settings.ts';
import { NO_SIGN_IN_TEXTS, SIGN_IN_TEXTS, WELCOME_TEXTS } from '../../texts/welcome-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card } from './card.tsx';
import { startSignIn } from './start-sign-in.ts';

const returnTo = () => place.value.query.get('return') ?? linkTo('gallery');

function wordsOf() {
  if (place.value.query.has('return')) return SIGN_IN_TEXTS.returning;
  return readSettings().isLocal ? SIGN_IN_TEXTS.owned : SIGN_IN_TEXTS.signInHere;
}

/** The way in for who has an account. */
export function SignInCard() {
  const { title, about, button, fine } = wordsOf();
  return (
    <Card title={title}>
      <p>{about}</p>
      <Button kind="primary" icon="door" size="large" onClick={() => startSignIn(returnTo())}>
        {button}
      </Button>
      {fine !== undefined && <p class="fine">{fine}</p>}
    </Card>
  );
}

function DoorSign() {
  return (
    <span class="door-i warn">
      <Icon name="door" />
    </span>
  );
}

/** A public service that has no account yet: the way to the first one. */
export function NoAccountCard() {
  const { title, about, ifYouRun, steps, fine, docs } = WELCOME_TEXTS.closed;
  const [first, ...others] = steps;
  return (
    <Card title={title} pictures="none">
      <DoorSign />
      <p>{about}</p>
      <h3 class="mini-h">{ifYouRun}</h3>
      <ol class="todo">
        <li>
          <span>{first}</span>
          <Code text="imagewell admin setup-link" what={WELCOME_TEXTS.command} />
        </li>
        {others.map((step) => (
          <li key={step}>
            <span>{step}</span>
          </li>
        ))}
      </ol>
      <p class="fine">
        {fine} <a href="/docs/public.html#users">{docs}</a>
      </p>
    </Card>
  );
}

/** A service without a sign-in from here. */
export function NoSignInCard() {
  const { title, about, fine } = NO_SIGN_IN_TEXTS[readSettings().isLocal ? 'local' : 'elsewhere'];
  return (
    <Card title={title} pictures="none">
      <DoorSign />
      <p>{about}</p>
      <p class="fine">{fine}</p>
    </Card>
  );
}
