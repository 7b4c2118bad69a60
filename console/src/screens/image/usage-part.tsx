import { useResource } from '../../state/resource.ts';
import { IMAGE_TEXTS } from '../../texts/image-texts.ts';
import { Loaded } from '../../ui/loaded.tsx';
import type { UsagePanelProps } from '../usage/usage-panel.tsx';

/** The numbers of an image. Their chart is in another script, so that no first screen has it. */
export function UsagePart(props: UsagePanelProps) {
  const script = useResource('', () => import('../management.ts'));
  return (
    <Loaded resource={script} what={IMAGE_TEXTS.usageFailed}>
      {({ UsagePanel }) => <UsagePanel {...props} />}
    </Loaded>
  );
}
