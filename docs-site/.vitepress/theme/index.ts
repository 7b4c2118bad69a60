import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import { searchOptions } from '../../search-options.ts';
import './style.css';

/** The theme's page for an address without one, within a main landmark. */
const notFound = () =>
  h('main', { class: 'NotFound' }, [
    h('p', { class: 'code' }, '404'),
    h('h1', { class: 'title' }, 'Page not found'),
    h('p', h('a', { class: 'link', href: '/docs/' }, 'Take me home')),
  ]);

/** Gives the search box its functions: a page's data has none, since they would need eval. */
const enhanceApp: Theme['enhanceApp'] = ({ siteData }) => {
  const { base, themeConfig } = siteData.value;
  const { search, searchWeights } = themeConfig;
  const miniSearch = { searchOptions: searchOptions(base, searchWeights) };
  const options = { ...search.options, miniSearch };
  siteData.value = {
    ...siteData.value,
    themeConfig: { ...themeConfig, search: { ...search, options } },
  };
};

export default {
  extends: DefaultTheme,
  enhanceApp,
  Layout: () => h(DefaultTheme.Layout, null, { 'not-found': notFound }),
};
