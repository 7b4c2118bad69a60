import type { InputHTMLAttributes } from 'preact';
import { useRef } from 'preact/hooks';
import type { IconName } from '../icons/icons.ts';
import { useShortcuts } from '../state/keyboard.ts';
import { Button } from './button.tsx';

export interface FileChooserProps {
  readonly label: string;
  readonly icon: IconName;
  readonly kind?: 'primary' | 'outlined';
  /** The attributes by which the browser offers files. */
  readonly offered: Pick<InputHTMLAttributes, 'accept' | 'multiple' | 'capture'>;
  readonly class?: string;
  /** The key that opens it. */
  readonly shortcut?: string;
  /** The ID of the reason why nothing can be added now. */
  readonly blockedBy?: string | undefined;
  /** None, if the browser's chooser was closed. */
  readonly onFiles: (files: readonly File[]) => void;
}

/** A button that opens the browser's chooser. */
export function FileChooser(props: FileChooserProps) {
  const { label, icon, kind = 'outlined', class: name, shortcut, blockedBy } = props;
  const input = useRef<HTMLInputElement>(null);
  const open = () => {
    if (blockedBy === undefined) input.current?.click();
  };
  useShortcuts(shortcut ? [{ keys: shortcut, label, run: open }] : []);
  const take = () => {
    props.onFiles([...(input.current?.files ?? [])]);
    if (input.current) input.current.value = ''; // the same file can be chosen again
  };
  return (
    <>
      <Button icon={icon} kind={kind} class={name ?? ''} blockedBy={blockedBy} onClick={open}>
        {label}
      </Button>
      <input
        ref={input}
        class="vh"
        type="file"
        tabIndex={-1}
        aria-label={label}
        aria-hidden="true"
        {...props.offered}
        onChange={take}
      />
    </>
  );
}
