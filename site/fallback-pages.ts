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

/** A page of the docs as a list names it. */
export interface ListedPage {
  /** In the site, as `guides/teams.md`. */
  readonly path: string;
  readonly label: string;
}

/** The text of a page of the docs before they are built, as HTML. */
export interface PlainPage {
  readonly title: string;
  readonly html: string;
}

/** A page of the docs before they are built, and why they aren't. */
export interface UnbuiltPage {
  /** In the site, as `guides/teams.html`. */
  readonly path: string;
  readonly page: PlainPage;
  readonly pages: readonly ListedPage[];
  /** Of a failed build, in several lines; undefined: the docs are being built. */
  readonly reason: string | undefined;
}

function stateOf(path: string, reason: string | undefined): string {
  if (reason !== undefined) {
    return `<p class="note">The docs could not be built, so this page has neither figures nor search.</p>
<pre><code>${escapeHtml(reason)}</code></pre>
<p class="note"><code>npm run build:docs</code> shows all that the build says. A minute later, the next page tries again.</p>`;
  }
  return `<p class="note">The docs are being built: in about half a minute each page has figures, colours and search. <a href="/docs/${escapeHtml(path)}">Open this page again</a>, or read on.</p>`;
}

/** Stands for a page of the docs until they are built: its text, and a list of all pages. */
export function unbuiltPage({ path, page: { title, html }, pages, reason }: UnbuiltPage): string {
  const links = pages.map((one) => {
    const href = `/docs/${one.path.replace(/\.md$/, '.html')}`;
    return `<li><a href="${escapeHtml(href)}">${escapeHtml(one.label)}</a></li>`;
  });
  return htmlPage(
    title,
    `${stateOf(path, reason)}
<details><summary>All pages</summary>
<ul class="columns">
${links.join('\n')}
</ul>
</details>
${html}`,
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
