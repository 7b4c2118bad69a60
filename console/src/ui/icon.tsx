import type { IconName } from '../icons/icons.ts';

/** An icon of the sprite; the words beside it have its meaning. */
export function Icon({ name, class: className = 'i' }: { name: IconName; class?: string }) {
  return (
    <svg class={className} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}

/** The mark of imagewell. */
export function Logo() {
  return (
    <svg class="logo" aria-hidden="true">
      <use href="#logo" />
    </svg>
  );
}
