import type { CreateAccessGrantResult } from 'imagewell-client';
import { useState } from 'preact/hooks';
import { imagewell } from '../../state/imagewell.ts';
import { LINK_LIVES, LINK_TEXTS } from '../../texts/image-parts-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { choicesOf, ValueLine } from '../../ui/segment.tsx';

const LIVES = choicesOf(LINK_LIVES);
type Life = (typeof LIVES)[number]['value'];

export interface LinkDialogProps {
  readonly projectId: string;
  readonly imageId: string;
  readonly onClose: () => void;
}

/** Asks for the life of a link to a private image, and shows the link a single time. */
export function LinkDialog({ projectId, imageId, onClose }: LinkDialogProps) {
  const [life, setLife] = useState<Life>('3600');
  const [grant, setGrant] = useState<CreateAccessGrantResult>();
  if (grant) {
    return (
      <Dialog
        title={LINK_TEXTS.made}
        about={LINK_TEXTS.madeAbout(grant.expiresAt)}
        onClose={onClose}
        onSubmit={onClose}
        actions={
          <Button type="submit" kind="primary">
            {LINK_TEXTS.done}
          </Button>
        }
      >
        <Code text={grant.imageUrl ?? ''} what={LINK_TEXTS.link} />
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={LINK_TEXTS.title}
      about={LINK_TEXTS.about}
      yes={LINK_TEXTS.makeNow}
      failed={LINK_TEXTS.failed}
      act={async () => {
        const asked = { projectId, imageId, lifeSeconds: Number(life) };
        setGrant(await imagewell().createAccessGrant(asked));
      }}
      onClose={onClose}
    >
      <ValueLine label={LINK_TEXTS.life} value={life} choices={LIVES} onChange={setLife} />
    </FormDialog>
  );
}
