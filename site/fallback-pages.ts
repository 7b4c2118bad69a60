import { escapeHtml, htmlPage } from './html-page.ts';
import type { SiteFacts } from './service-files.ts';
import { type SiteFile, textFile } from './site-file.ts';

const HTML = 'text/html; charset=utf-8';

/** The page of `/` for a browser if the console isn't built. */
export function consoleFallback({ apiUrl, cdnUrl, version }: SiteFacts): SiteFile {
  const api = escapeHtml(`${apiUrl}/api/v1/`);
  const images = escapeHtml(`${cdnUrl}/res/`);
  return textFile(
    'console/index.html',
    HTML,
    htmlPage(
      'imagewell',
      `<h1>imagewell ${escapeHtml(version)}</h1>
<p>This service stores images and serves them in any size and format by their URL. The console is not built here; the API and the images work without it.</p>
<table>
<tr><th scope="row">API</th><td><code>${api}</code></td></tr>
<tr><th scope="row">Images</th><td><code>${images}</code></td></tr>
<tr><th scope="row">Site</th><td><code>${escapeHtml(cdnUrl)}/</code></td></tr>
</table>
<h2>First upload</h2>
<pre><code>curl -s ${api}upload-temporary-image/$UPLOAD_KEY -H 'Content-Type: image/jpeg' --data-binary @image.jpg</code></pre>
<p>The keys are in <code>credentials.json</code> of the data folder, or come from <code>create-upload-key</code>.</p>`,
    ),
  );
}

/** A page of the docs that can be read as Markdown. */
export interface MarkdownPage {
  /** In the site, as `guides/teams.md`. */
  readonly path: string;
  readonly label: string;
}

/** Stands for a page of the docs while they are being built. */
export function docsBuildingPage(): string {
  return htmlPage(
    'Docs',
    `<h1>The docs are being built</h1>
<p>This page opens automatically when they are ready, in about half a minute. They are kept, so each version of the sources needs a single build.</p>
<p>Until then, <a href="/docs/index.md">each page is there as Markdown</a>.</p>`,
  );
}

/** Stands for a page of the docs after a failed build; the reason is text of several lines. */
export function docsFailedPage(reason: string, pages: readonly MarkdownPage[]): string {
  const links = pages.map(
    ({ path, label }) => `<li><a href="/docs/${escapeHtml(path)}">${escapeHtml(label)}</a></li>`,
  );
  return htmlPage(
    'Docs',
    `<h1>The docs could not be built</h1>
<pre><code>${escapeHtml(reason)}</code></pre>
<p><code>npm run build:docs</code> shows all that the build says. A minute later, this page tries again.</p>
<h2>The same pages as Markdown</h2>
<ul>
${links.join('\n')}
</ul>`,
  );
}

/** The page `/docs/` of a site without docs. */
export function docsFallback(): SiteFile {
  return textFile(
    'docs/index.html',
    HTML,
    htmlPage(
      'Docs',
      `<h1>The docs are not built here</h1>
<p>The pages are Markdown files in the folder <code>docs</code> of the repository. The <a href="/openapi.json">OpenAPI document</a> has every call, and <a href="/problems">the list of problems</a> every error.</p>`,
    ),
  );
}
