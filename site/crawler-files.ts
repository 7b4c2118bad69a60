import { type SiteFile, textFile } from './site-file.ts';

const TEXT = 'text/plain; charset=utf-8';

/** The list of pages for language models, in the docs and at the root. */
export const MODELS_LIST = 'llms.txt';
/** All pages in one file, at the root. */
export const MODELS_TEXT = 'llms-full.txt';

/** A text of the docs for models, whose links are whole addresses. */
export function modelFile(key: string, text: string, cdnUrl: string): SiteFile {
  const whole = text.replaceAll(
    /(\]\(|^Source: )\/(docs\/|llms-full\.txt)/gm,
    (_, before, path) => `${before}${cdnUrl}/${path}`,
  );
  return textFile(key, TEXT, whole);
}

/**
 * Crawlers may list saved images and the docs. Temporary images and signed addresses end, and the
 * others are pages for users alone.
 */
export function robotsFile(cdnUrl: string): SiteFile {
  const closed = ['/res/tmp_', '/private/', '/*signature=', '/api/', '/console', '/oidc'];
  const lines = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`)];
  return textFile(
    'robots.txt',
    TEXT,
    `${[...lines, '', `Sitemap: ${cdnUrl}/sitemap.xml`].join('\n')}\n`,
  );
}

const MISSING = 'docs/404.html';

/** The pages of the docs by their keys; the front page is the folder. */
export function sitemapFile(cdnUrl: string, docsKeys: readonly string[]): SiteFile {
  const pages = docsKeys.filter((key) => key.endsWith('.html') && key !== MISSING).sort();
  const urls = pages.map((key) => {
    const path = key.replace(/(^|\/)index\.html$/, '$1');
    return `<url><loc>${cdnUrl}/${path}</loc></url>`;
  });
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
  return textFile('sitemap.xml', 'application/xml', xml);
}
