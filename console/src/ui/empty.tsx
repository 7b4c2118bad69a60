import type { ComponentChildren } from 'preact';

/** A well with an illustration above it; the drawing is in the page's sprite. */
function Art() {
  return (
    <svg class="art" aria-hidden="true">
      <use href="#art" />
    </svg>
  );
}

export interface EmptyProps {
  readonly title: string;
  /** One line: the things that belong here. */
  readonly children?: ComponentChildren;
  readonly actions?: ComponentChildren;
  /** The way of the terminal. */
  readonly hint?: ComponentChildren;
  readonly hasArt?: boolean;
}

/** Shown if nothing exists yet, or if nothing matches. */
export function Empty({ title, children, actions, hint, hasArt = true }: EmptyProps) {
  return (
    <div class="blank">
      {hasArt && <Art />}
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {actions && <div class="row-c">{actions}</div>}
      {hint && <p class="hint">{hint}</p>}
    </div>
  );
}
