import { KEPT_TEXTS } from '../../texts/image-parts-texts.ts';
import { Button } from '../../ui/button.tsx';

export interface RestoreButtonProps {
  /** Of the image or the version. */
  readonly name: string;
  /** The ID of the reason why it can't act now. */
  readonly blockedBy?: string | undefined;
  readonly onClick: () => void;
}

/** Restores the bytes of a row. */
export function RestoreButton({ name, blockedBy, onClick }: RestoreButtonProps) {
  return (
    <Button
      icon="rotate"
      size="small"
      label={KEPT_TEXTS.restoreOne(name)}
      blockedBy={blockedBy}
      onClick={onClick}
    >
      {KEPT_TEXTS.restore}
    </Button>
  );
}
