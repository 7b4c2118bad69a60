import { useResource } from '../../state/resource.ts';
import type { UsagePanelProps } from '../usage/usage-panel.tsx';

/** The numbers of an image. Their chart is in another script, so that no first screen has it. */
export function UsagePart(props: UsagePanelProps) {
  const { data } = useResource('', () => import('../management.ts'));
  return data && <data.UsagePanel {...props} />;
}
