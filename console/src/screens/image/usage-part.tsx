import { IMAGE_TEXTS } from '../../texts/image-texts.ts';
import type { VisibilityPanelProps } from '../viewers/visibility-panel.tsx';
import { FromScript, loadImageParts } from './from-script.tsx';

/** The viewers and the numbers of an image. */
export function UsagePart(props: VisibilityPanelProps) {
  const { projectId, image } = props;
  return (
    <>
      <FromScript load={loadImageParts} what={IMAGE_TEXTS.viewersFailed}>
        {({ VisibilityPanel }) => <VisibilityPanel {...props} />}
      </FromScript>
      <FromScript load={() => import('../management.ts')} what={IMAGE_TEXTS.usageFailed}>
        {({ UsagePanel }) => <UsagePanel projectId={projectId} imageId={image.imageId} />}
      </FromScript>
    </>
  );
}
