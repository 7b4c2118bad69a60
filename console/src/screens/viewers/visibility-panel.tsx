import { useState } from 'preact/hooks';
import type { Image } from '../../images/image.ts';
import { imagewell } from '../../state/imagewell.ts';
import { mayCall } from '../../state/projects.ts';
import { LINK_TEXTS, VISIBILITY_TEXTS } from '../../texts/image-parts-texts.ts';
import { Button } from '../../ui/button.tsx';
import { ask } from '../../ui/dialogs/ask-dialog.tsx';
import { Panel } from '../../ui/page.tsx';
import { LinkDialog } from './link-dialog.tsx';

export interface VisibilityPanelProps {
  readonly projectId: string;
  readonly image: Image;
  readonly onChanged: () => void;
}

/** The viewers of an image: the switch, and links to a private one. */
export function VisibilityPanel({ projectId, image, onChanged }: VisibilityPanelProps) {
  const [isLinking, setLinking] = useState(false);
  const { imageId } = image;
  const texts = VISIBILITY_TEXTS[image.visibility];
  const turn = () =>
    ask({
      title: texts.ask,
      about: texts.askAbout,
      yes: texts.turn,
      failed: VISIBILITY_TEXTS.failed,
      act: async () => {
        await imagewell().updateImageVisibility({ projectId, imageId, visibility: texts.other });
        onChanged();
      },
    });
  return (
    <Panel
      title={texts.title}
      about={texts.about}
      side={
        <span class="row-c">
          {image.visibility === 'private' && mayCall('createAccessGrant') && (
            <Button icon="key" size="small" onClick={() => setLinking(true)}>
              {LINK_TEXTS.make}
            </Button>
          )}
          {mayCall('updateImageVisibility') && (
            <Button size="small" onClick={turn}>
              {texts.turn}…
            </Button>
          )}
        </span>
      }
    >
      {isLinking && (
        <LinkDialog projectId={projectId} imageId={imageId} onClose={() => setLinking(false)} />
      )}
    </Panel>
  );
}
