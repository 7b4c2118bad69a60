import { linkTo } from '../../state/links.ts';
import { currentProject, usage } from '../../state/projects.ts';
import { sessionEmail } from '../../state/session/session.ts';
import { formatOf } from '../../texts/format.ts';
import { ROLE_NAMES } from '../../texts/shell-texts.ts';
import { WELCOME_TEXTS } from '../../texts/welcome-texts.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Card } from './card.tsx';
import { startSignIn } from './start-sign-in.ts';

/** The user who is signed in, their project, and the link to its images. */
export function OpenCard() {
  const email = sessionEmail.value;
  const project = currentProject.value;
  const images = usage.value?.images;
  return (
    <Card title={WELCOME_TEXTS.signedIn}>
      {email !== undefined && (
        <div class="me">
          <Avatar name={email} />
          <b class="grow">{email}</b>
        </div>
      )}
      <Facts
        of={[
          [
            WELCOME_TEXTS.project,
            project ? WELCOME_TEXTS.projectAs(project.name, ROLE_NAMES[project.role]) : '…',
          ],
          [
            WELCOME_TEXTS.images,
            <span class="num">{images ? formatOf(images.used, images.limit) : '…'}</span>,
          ],
        ]}
      />
      <Button kind="primary" icon="images" size="large" href={linkTo('gallery')}>
        {WELCOME_TEXTS.open}
      </Button>
      <button
        type="button"
        class="link"
        onClick={() => startSignIn(linkTo('gallery'), { prompt: 'login' })}
      >
        {WELCOME_TEXTS.otherAccount}
      </button>
    </Card>
  );
}
