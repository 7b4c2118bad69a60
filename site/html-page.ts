import { createHash } from 'node:crypto';

const STYLE = `:root{color-scheme:light dark;--ink:light-dark(#12181a,#edf2f3);--ink-2:light-dark(#465055,#b0bbbf);--canvas:light-dark(#f6f7f7,#0d1112);--line:light-dark(#e2e6e7,#242c2f);--accent:light-dark(#0b677e,#5ac6dc);--sunken:light-dark(#eef1f1,#090c0d)}
body{font:1rem/1.6 -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",Arial,sans-serif;color:var(--ink);background:var(--canvas);margin:0}
main{max-width:44rem;margin:3rem auto;padding:0 1.25rem;overflow-wrap:anywhere}
h1{font-size:1.75rem;line-height:1.3;margin:.25rem 0 1rem}h2{font-size:1.125rem;margin:2rem 0 .5rem}
p,ul,dl,table{margin:0 0 1rem}.kind{color:var(--ink-2);margin:0}
a{color:var(--accent)}a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.875em}
pre{background:var(--sunken);border:1px solid var(--line);border-radius:6px;padding:.75rem 1rem;overflow-x:auto}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.375rem .75rem .375rem 0;border-bottom:1px solid var(--line);vertical-align:top}
.note{color:var(--ink-2);font-size:.875rem}.wide{overflow-x:auto;overflow-wrap:normal}.below{margin-left:1.5rem}
details{margin:0 0 1.5rem}.columns{columns:14rem;font-size:.875rem;margin:.5rem 0}
nav{margin-top:3rem;padding-top:1rem;border-top:1px solid var(--line)}nav a{margin-right:1rem}`;

/** The one style of these pages, as a source of the CSP directive style-src. */
export const PAGE_STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML shows it, in an attribute too. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
}

/** Text whose parts between backticks are code. */
export function inlineCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

/** A whole page without script; the title is text, the content HTML. */
export function htmlPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · imagewell</title>
<link rel="icon" href="/favicon.ico">
<style>${STYLE}</style>
</head>
<body>
<main>
${content}
<nav aria-label="Service"><a href="/">Console</a><a href="/docs/">Docs</a><a href="/problems">Problems</a><a href="/openapi.json">OpenAPI</a></nav>
</main>
</body>
</html>
`;
}
