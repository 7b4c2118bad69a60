import type { Image } from '../../images/image.ts';
import { imagewell } from '../../state/imagewell.ts';
import { mayCall } from '../../state/projects.ts';

import { VISIBILITY_TEXTS } from '../../texts/image-usage-texts.ts';
import { Button } from '../../ui/button.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { Panel } from '../../ui/page.tsx';

export interface VisibilityPanelProps {
  readonly projectId: string;
  readonly image: Image;
  readonly onChanged: () => void;
}

/** The viewers of an image, and the switch. */
export function VisibilityPanel({ projectId, image, onChanged }: VisibilityPanelProps) {
  const { fault, run } = useAction();
  const { imageId } = image;
  const { title, about, turn, other } = VISIBILITY_TEXTS[image.visibility];
  const act = () =>
    run(async () => {
      await imagewell().updateImageVisibility({ projectId, imageId, visibility: other });
      onChanged();
    });
  return (
    <Panel
      title={title}
      about={about}
      side={mayCall('updateImageVisibility') && <Button onClick={act}>{turn}</Button>}
    >
      <FaultBanner fault={fault} what={VISIBILITY_TEXTS.failed} />
    </Panel>
  );
}
