/**
 * The site's pages under `script-src 'self'; style-src 'self'`: the generator writes two short
 * scripts and some style attributes into each page, and these functions take them out again.
 */
const INLINE_SCRIPT = /<script(?![^>]*\bsrc=)([^>]*)>(.*?)<\/script>/gs;
const STYLE_ATTRIBUTE = /(<[a-z][^<>]*?) style="[^"]*"/g;
/** The scripts that VitePress 1.6 is known to write: the theme, and the sign of a Mac. */
const KNOWN_IDS = ['check-dark-mode', 'check-mac-os'];

/** The file that has the inline scripts of every page. */
export const PAGE_START = 'page-start.js';

/** Inline scripts of a page in their order, by id. Throws if the generator adds a new one. */
export function inlineScriptsOf(html: string): ReadonlyMap<string, string> {
  const found = [...html.matchAll(INLINE_SCRIPT)].map(([, attributes = '', code = '']) => {
    const id = /id="([^"]+)"/.exec(attributes)?.[1] ?? attributes;
    if (!KNOWN_IDS.includes(id)) throw new Error(`an inline script is new: ${id}`);
    return [id, code] as const;
  });
  return new Map(found);
}

/** A page whose inline scripts are in one file, which runs where they stood: before the body. */
export function moveInlineScripts(html: string, base: string): string {
  const [first] = inlineScriptsOf(html).keys();
  return html.replace(INLINE_SCRIPT, (_, attributes: string) =>
    attributes.includes(`"${first}"`) ? `<script src="${base}${PAGE_START}"></script>` : '',
  );
}

/**
 * A page without style attributes in its tags; elements that need one set it by script, which is
 * permitted.
 */
export function stripInlineStyles(html: string): string {
  return html.replace(STYLE_ATTRIBUTE, '$1');
}
