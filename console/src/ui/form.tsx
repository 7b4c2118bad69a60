import type { ComponentChildren } from 'preact';

export interface FormProps {
  /** False: Enter does nothing. */
  readonly isReady: boolean;
  readonly onSubmit: () => unknown;
  readonly onMouseDown?: (event: MouseEvent) => void;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** Fields of a panel, with the button that sends them. */
export function Form(props: FormProps) {
  const { isReady, onSubmit, onMouseDown, class: name = 'settings', children } = props;
  return (
    <form
      class={name}
      autocomplete="off"
      onMouseDown={onMouseDown}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onSubmit();
      }}
    >
      {children}
    </form>
  );
}
