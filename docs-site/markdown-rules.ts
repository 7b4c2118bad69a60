import type { MarkdownRenderer } from 'vitepress';
import { LEAVES_THE_DOCS, linkOfExample } from './playground-links.ts';

type Tokens = Parameters<Parameters<MarkdownRenderer['core']['ruler']['push']>[1]>[0]['tokens'];
type Token = Tokens[number];
type TokenClass = new (type: string, tag: string, nesting: -1 | 0 | 1) => Token;

const EXAMPLES_PAGE = 'transformations.md';

/** A column without a name has no header (WCAG 1.3.1). */
function emptyHeaders(tokens: Tokens): void {
  for (const [at, token] of tokens.entries()) {
    const isEmpty = token.type === 'th_open' && tokens[at + 1]?.content === '';
    const close = tokens[at + 2];
    if (!isEmpty || close?.type !== 'th_close') continue;
    token.tag = 'td';
    close.tag = 'td';
  }
}

/** Each example of a parameter opens in the playground. */
function linkExamples(tokens: Tokens, TokenOf: TokenClass): void {
  const linked = (one: Token): Token[] => {
    const href = one.type === 'code_inline' ? linkOfExample(one.content) : undefined;
    if (href === undefined) return [one];
    const open = new TokenOf('link_open', 'a', 1);
    open.attrs = [['href', href], ...Object.entries(LEAVES_THE_DOCS)];
    return [open, one, new TokenOf('link_close', 'a', -1)];
  };
  for (const [at, { type, children }] of tokens.entries()) {
    const isCell = type === 'inline' && tokens[at - 1]?.type === 'td_open';
    const token = tokens[at];
    if (isCell && token && children) token.children = children.flatMap(linked);
  }
}

const OPEN_CARDS = /class="cards"/;

/** A card has its title on a line of its own: the colon behind it goes, and a sentence follows. */
function cardsWithoutColons(tokens: Tokens): void {
  let isInCards = false;
  for (const { type, content, children } of tokens) {
    if (type === 'html_block') isInCards = OPEN_CARDS.test(content);
    const at = (children ?? []).findIndex((one) => one.type === 'link_close');
    const text = children?.[at + 1];
    if (!isInCards || at < 0 || text?.type !== 'text') continue;
    text.content = text.content.replace(/^: (.?)/, (_, first: string) => first.toUpperCase());
  }
}

/** The rules of the site beside those of Markdown. */
export function addMarkdownRules(md: MarkdownRenderer): void {
  md.core.ruler.push('site', ({ tokens, env, Token }) => {
    emptyHeaders(tokens);
    cardsWithoutColons(tokens);
    if (env.relativePath === EXAMPLES_PAGE) linkExamples(tokens, Token);
  });
}
