import type { IconName } from '../../icons/icons.ts';
import type { Image } from '../../images/image.ts';
import { IMAGE_TEXTS } from '../../texts/image-texts.ts';
import { describeKept, describeLost } from '../../texts/lost-texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/page.tsx';

interface RowProps {
  readonly icon: IconName;
  readonly label: string;
  /** In words; without any there is nothing to say. */
  readonly parts: string;
}

const Row = ({ icon, label, parts }: RowProps) =>
  parts ? (
    <li class={`of-${icon}`}>
      <Icon name={icon} />
      <b>{label}</b> <span>{parts}</span>
    </li>
  ) : null;

/** The parts of the sent file that an upload kept, lost and took out; no panel without any. */
export function ChangesPanel({ image }: { readonly image: Image }) {
  const kept = describeKept(image);
  const [lost, takenOut] = describeLost(image, ' · ');
  if (!(kept + lost + takenOut)) return null;
  return (
    <Panel title={IMAGE_TEXTS.changes}>
      <ul class="changes">
        <Row icon="check" label={IMAGE_TEXTS.kept} parts={kept} />
        <Row icon="warn" label={IMAGE_TEXTS.lost} parts={lost} />
        <Row icon="x" label={IMAGE_TEXTS.takenOut} parts={takenOut} />
      </ul>
    </Panel>
  );
}
