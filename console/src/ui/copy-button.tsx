import { UI_TEXTS } from '../texts/ui-texts.ts';
import { Button, IconButton } from './button.tsx';
import { say } from './toast.tsx';

/** Copies a text and says so; `what` names it: "URL". */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(UI_TEXTS.copied(what));
  } catch {
    say(UI_TEXTS.copyRefused);
  }
}

export interface CopyButtonProps {
  readonly text: string;
  /** The name of the copied text, as in "Copy URL". */
  readonly what: string;
  /** `icon`: without words. */
  readonly look?: 'icon' | 'small' | 'plain' | 'primary';
}

/** Copies a value by one click. */
export function CopyButton({ text, what, look = 'icon' }: CopyButtonProps) {
  const onClick = () => copyText(text, what);
  const label = UI_TEXTS.copy(what);
  if (look === 'icon') return <IconButton icon="copy" label={label} onClick={onClick} />;
  if (look === 'small') {
    return (
      <Button icon="copy" size="small" onClick={onClick}>
        {label}
      </Button>
    );
  }
  return (
    <Button icon="copy" kind={look === 'primary' ? 'primary' : 'outlined'} onClick={onClick}>
      {label}
    </Button>
  );
}
