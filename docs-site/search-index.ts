import { SECTIONS, type SitePage, type SiteSection } from './pages.ts';
import type { SearchWeights } from './search-options.ts';

const pagesOf = ({ pages }: SiteSection): readonly SitePage[] =>
  pages.flatMap((one) => [one, ...(one.below ?? [])]);

/** The address of a page below the site's base. */
const addressOf = (path: string) =>
  path.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '.html');

/** The weight of each page of the side bar, as the browser gets them. */
export function searchWeights(): SearchWeights {
  const weighed = SECTIONS.flatMap((section) =>
    pagesOf(section).map(({ path }) => [addressOf(path), section.weight] as const),
  );
  return Object.fromEntries(weighed);
}

/** The words beside those of its text by which a page is found; by its path in the site. */
const KEYWORDS = new Map(
  SECTIONS.flatMap(pagesOf).map(
    ({ path, label, keywords = '' }) => [path, `${label} ${keywords}`] as const,
  ),
);

/** A page as the index gets it: with its keywords below its first heading. */
export function withKeywords(html: string, path: string): string {
  const words = KEYWORDS.get(path);
  return words === undefined ? html : html.replace('</h1>', () => `</h1><p>${words}</p>`);
}
