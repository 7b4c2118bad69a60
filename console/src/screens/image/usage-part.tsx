import { useResource } from '../../state/resource.ts';
import { IMAGE_TEXTS } from '../../texts/image-texts.ts';
import { Loaded } from '../../ui/loaded.tsx';
import type { VisibilityPanelProps } from '../usage/visibility-panel.tsx';

/** The viewers and the numbers of an image, in another script: no first screen has them. */
export function UsagePart(props: VisibilityPanelProps) {
  const { projectId, image } = props;
  const script = useResource('', () => import('../management.ts'));
  return (
    <Loaded resource={script} what={IMAGE_TEXTS.usageFailed}>
      {({ UsagePanel, VisibilityPanel }) => (
        <>
          <VisibilityPanel {...props} />
          <UsagePanel projectId={projectId} imageId={image.imageId} />
        </>
      )}
    </Loaded>
  );
}
