import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { transformerStyleToClass } from '@shikijs/transformers';
import { type DefaultTheme, defineConfig, type HeadConfig } from 'vitepress';
import { addMarkdownRules } from '../markdown-rules.ts';
import { SECTIONS, type SitePage } from '../pages.ts';
import { slugOf } from '../plain-markdown.ts';
import { inlineScriptsOf, moveInlineScripts, PAGE_START, stripInlineStyles } from '../policy.ts';
import { searchWeights, withKeywords } from '../search-index.ts';

const BASE = '/docs/';

const link = (path: string) => `/${path.replace(/(index)?\.md$/, '')}`;
/** Colours of code as classes, since the policy of the site forbids inline styles. */
const codeColours = transformerStyleToClass({ classPrefix: 'code-' });
/** The same in every page. */
let scripts = '';
const head: HeadConfig[] = [
  ['link', { rel: 'icon', href: '/docs/favicon.svg', type: 'image/svg+xml' }],
  ['link', { rel: 'stylesheet', href: '/docs/code.css' }],
  ['meta', { name: 'color-scheme', content: 'light dark' }],
];

const sideItem = ({ label, path, below }: SitePage): DefaultTheme.SidebarItem => ({
  text: label,
  link: link(path),
  ...(below ? { collapsed: true, items: below.map(sideItem) } : {}),
});

export default defineConfig({
  base: BASE,
  lang: 'en',
  title: 'imagewell',
  titleTemplate: ':title · imagewell',
  description: 'Image hosting and transformation that a team runs itself.',
  // in the folder of one build, which docs-site/build.ts makes
  srcDir: 'source',
  outDir: 'site',
  cacheDir: 'cache',
  metaChunk: true,
  vite: { build: { assetsInlineLimit: 0 } },
  // else the theme's switch writes a style element, which the policy forbids
  appearance: { disableTransition: false },
  head,
  markdown: {
    anchor: { slugify: slugOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-default' },
    config: addMarkdownRules,
    codeTransformers: [codeColours],
  },
  transformHead: ({ page }) =>
    page === '404.md'
      ? []
      : [['link', { rel: 'alternate', type: 'text/markdown', href: `${BASE}${page}` }]],
  transformHtml: (html) => {
    scripts = [...inlineScriptsOf(html).values()].join('\n');
    return stripInlineStyles(moveInlineScripts(html, BASE));
  },
  buildEnd: ({ outDir }) => {
    writeFileSync(resolve(outDir, PAGE_START), scripts);
    writeFileSync(resolve(outDir, 'code.css'), codeColours.getCSS());
  },
  themeConfig: {
    siteTitle: 'imagewell',
    logo: '/favicon.svg',
    search: {
      provider: 'local',
      options: {
        detailedView: 'auto',
        // of the build alone: a function in the browser would need eval, which the policy forbids
        _render: (text, env, md) => withKeywords(md.render(text, env), env.relativePath),
      },
    },
    searchWeights: searchWeights(),
    outline: { level: [2, 3], label: 'On this page' },
    notFound: { linkText: 'Take me home', linkLabel: 'Take me home' },
    docFooter: { prev: 'Before', next: 'Next' },
    sidebar: SECTIONS.map(({ title, pages }) => ({
      text: title,
      items: pages.map(sideItem),
    })),
  },
});
