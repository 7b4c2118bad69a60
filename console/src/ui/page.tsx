import type { ComponentChildren } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import { linkTo } from '../state/links.ts';
import { PAGE_TITLES } from '../texts/shell-texts.ts';
import { UI_TEXTS } from '../texts/ui-texts.ts';
import { Icon } from './icon.tsx';

export interface PageProps {
  readonly title: string;
  /** One line under the title. */
  readonly sub?: ComponentChildren;
  readonly actions?: ComponentChildren;
  /** Above the title: where one is. */
  readonly crumb?: ComponentChildren;
  /** Beside the title. */
  readonly badge?: ComponentChildren;
  /** A control beside the title, and no part of it. */
  readonly picker?: ComponentChildren;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A screen: its one h1, a line under it, actions on the right, then its content. */
export function Page({
  title,
  sub,
  actions,
  crumb,
  badge,
  picker,
  class: name,
  children,
}: PageProps) {
  const id = useId();
  useEffect(() => {
    document.title = `${title} · imagewell`;
  }, [title]);
  return (
    <section class={name} aria-labelledby={id}>
      <header class="top">
        <div>
          {crumb}
          {picker ? (
            <div class="titled">
              <h1 id={id}>{title}</h1>
              {picker}
            </div>
          ) : (
            <h1 id={id}>
              {title} {badge}
            </h1>
          )}
          {sub && <p class="sub">{sub}</p>}
        </div>
        {actions && <div class="top-acts">{actions}</div>}
      </header>
      {children}
    </section>
  );
}

export interface PanelProps {
  readonly title: string;
  /** A word beside the title. */
  readonly about?: ComponentChildren;
  readonly isTitleHidden?: boolean;
  /** At the right of the title. */
  readonly side?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of a screen, with a line around it. */
export function Panel({ title, about, isTitleHidden, side, children }: PanelProps) {
  const id = useId();
  const head = isTitleHidden ? (
    <h2 id={id} class="vh">
      {title}
    </h2>
  ) : (
    <header class="panel-h">
      <h2 id={id}>{title}</h2>
      {about && <p>{about}</p>}
      {side && <span class="grow" />}
      {side}
    </header>
  );
  return (
    <section class="panel" aria-labelledby={id}>
      {head}
      {children}
    </section>
  );
}

/** The way back to the images, above the title of a page below them. */
export function ImagesCrumb() {
  return (
    <nav class="crumb" aria-label={UI_TEXTS.where}>
      <a href={linkTo('gallery')}>{PAGE_TITLES.gallery}</a>
      <Icon name="right" />
    </nav>
  );
}
