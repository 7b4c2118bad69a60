import { linkTo } from '../state/links.ts';
import { PAGE_TITLES } from '../texts/shell-texts.ts';
import { UI_TEXTS } from '../texts/ui-texts.ts';
import { Icon } from './icon.tsx';

/** The way back to the images, above the title of a page below them. */
export function ImagesCrumb() {
  return (
    <nav class="crumb" aria-label={UI_TEXTS.where}>
      <a href={linkTo('gallery')}>{PAGE_TITLES.gallery}</a>
      <Icon name="right" />
    </nav>
  );
}
