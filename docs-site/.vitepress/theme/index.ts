import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import './style.css';

/** The theme's page for an address without one, within a main landmark. */
const notFound = () =>
  h('main', { class: 'NotFound' }, [
    h('p', { class: 'code' }, '404'),
    h('h1', { class: 'title' }, 'Page not found'),
    h('p', h('a', { class: 'link', href: '/docs/' }, 'Take me home')),
  ]);

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'not-found': notFound }),
};
