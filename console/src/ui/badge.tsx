import type { ComponentChildren } from 'preact';
import type { IconName } from '../icons/icons.ts';
import { Icon } from './icon.tsx';

export interface BadgeProps {
  readonly kind?: 'neutral' | 'ok' | 'warn' | 'bad';
  readonly icon?: IconName;
  readonly children: ComponentChildren;
}

/** A state in a word; the icon and the word carry the meaning, the colour helps. */
export function Badge({ kind = 'neutral', icon, children }: BadgeProps) {
  return (
    <span class={kind === 'neutral' ? 'badge' : `badge ${kind}`}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}
