import type { ComponentChildren } from 'preact';

/** A well with an illustration above it. */
function Art() {
  return (
    <svg class="art" viewBox="0 0 160 96" aria-hidden="true">
      <g fill="none" stroke="currentColor" stroke-width="1.5">
        <ellipse cx="80" cy="44" rx="52" ry="16" />
        <path d="M28 44v28c0 8.8 23.3 16 52 16s52-7.2 52-16V44" />
        <ellipse cx="80" cy="48" rx="40" ry="10" class="art-water" />
        <ellipse cx="80" cy="48" rx="22" ry="5" class="art-water" />
      </g>
      <rect x="64" y="6" width="32" height="26" rx="3" class="art-pic" />
      <path d="m66 28 8-9 6 6 5-5 9 8" fill="none" stroke="currentColor" stroke-width="1.5" />
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
