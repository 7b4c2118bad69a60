import type { ComponentChildren } from 'preact';
import type { IconName } from '../icons/icons.ts';
import { Icon } from './icon.tsx';

export type BannerKind = 'info' | 'warn' | 'bad';

const ICON_OF: Readonly<Record<BannerKind, IconName>> = {
  info: 'info',
  warn: 'warn',
  bad: 'error',
};

export interface BannerProps {
  readonly kind: BannerKind;
  readonly title: ComponentChildren;
  readonly children?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly icon?: IconName;
}

/** One at a time, above its subject. */
export function Banner({ kind, title, children, actions, icon }: BannerProps) {
  return (
    <div class={`banner ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      <Icon name={icon ?? ICON_OF[kind]} />
      <div class="grow">
        <b>{title}</b>
        {children && <p>{children}</p>}
      </div>
      {actions}
    </div>
  );
}
