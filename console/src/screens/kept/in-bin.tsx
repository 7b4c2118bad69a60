import { mayCall } from '../../state/projects.ts';
import { KEPT_TEXTS } from '../../texts/image-parts-texts.ts';
import { Button } from '../../ui/button.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { Panel } from '../../ui/page.tsx';
import { askToErase } from './ask-to-erase.ts';
import { restoreFromBin } from './kept-calls.ts';

export interface InBinProps {
  readonly projectId: string;
  readonly imageId: string;
  /** RFC 3339. */
  readonly keptUntil: string;
  readonly onRestored: () => void;
  readonly onEnded: () => void;
}

/** An image in the bin: its restore, and its end. */
export function InBin({ projectId, imageId, keptUntil, onRestored, onEnded }: InBinProps) {
  const { isBusy, fault, run } = useAction();
  const restore = () => run(() => restoreFromBin(projectId, imageId).then(onRestored));
  const erase = () => askToErase({ projectId, imageId, name: imageId, onErased: onEnded });
  return (
    <Panel title={KEPT_TEXTS.canRestore}>
      <FaultBanner fault={fault} what={KEPT_TEXTS.restoreFailed} />
      <div class="pad kept">
        <p>{KEPT_TEXTS.inBinAbout(keptUntil)}</p>
        {mayCall('restoreImage') && (
          <div class="row-c">
            <Button icon="rotate" kind="primary" isDisabled={isBusy} onClick={restore}>
              {KEPT_TEXTS.restore}
            </Button>
            <Button kind="quiet" isDanger onClick={erase}>
              {KEPT_TEXTS.erase}
            </Button>
          </div>
        )}
      </div>
    </Panel>
  );
}
