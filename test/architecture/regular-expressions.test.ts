import { describe, expect, it } from 'vitest';
import { findBacktracking } from '../support/patterns/find-backtracking.ts';
import {
  PRODUCT_FILES,
  parseFile,
  parseSource,
  type SyntaxNode,
  visitSyntax,
} from '../support/sources/syntax-tree.ts';

/** Expressions that may backtrack, each with the bound of its text or why it can't fail. */
const ALLOWED: Readonly<Record<string, string>> = {
  'cli/export/export-folder.ts: /[. ]+$/': 'a stem of at most MAX_STEM characters',
  'console/src/images/metadata-rules.ts: /_+$/': 'a key that is cut to its longest length first',
  'console/src/screens/welcome/welcome-screen.tsx: /\\/+$/':
    'an address of the deploy’s own settings',
  'console/src/screens/playground/made-result.ts: /([\\w-]+)(?:;desc=(?:"[^"]*"|\\w+))?;dur=([\\d.]+)/g':
    'the Server-Timing header that the service wrote, a few steps long',
  'core/codecs/svg/count-sheet.ts: /\\s*([\\s>+~])\\s*/g':
    'never fails at a blank, since the last blank is itself a combinator',
  'core/codecs/svg/styles/check-urls.ts: /url\\s*\\(\\s*(["\']?)#([^"\'()\\\\\\s]+)\\1\\s*\\)/giy':
    'the reference stands for one quotation mark, or for none',
  'core/images/metadata.ts: /^[^a-z]+|_+$/g': 'a name of at most MAX_MENDED_LENGTH characters',
  'lambdas/edge/build-edge-function.ts: /^(\\s*)const /gm':
    'the code of the edge function, when it is built',
  'site/markdown-prose.ts: /(!?)\\[((?:[^[\\]]|\\[[^\\]]*\\])*)\\]\\(([^)\\s]+)\\)/g':
    'lines of the docs, which the repository has',
};

/** Expressions of a text that is no literal; those of an import are checked as they are made. */
const MADE_LATER: Readonly<Record<string, string>> = {
  'lambdas/edge/drop-columns.ts': 'reads the code of the edge function, when it is built',
  'lib/deployed-settings.ts': 'cuts the text of an output of the stack, when it is deployed',
};

interface Expressions {
  readonly literals: readonly string[];
  /** Calls of the constructor. */
  readonly made: readonly string[];
}

function expressionsOf(source: string, tree: SyntaxNode): Expressions {
  const literals: string[] = [];
  const made: string[] = [];
  visitSyntax(tree, (node) => {
    const text = source.slice(node.start, node.end);
    if (node.type === 'Literal' && 'regex' in node) literals.push(text);
    const isCall = node.type === 'NewExpression' || node.type === 'CallExpression';
    if (isCall && (node.callee as SyntaxNode).name === 'RegExp') made.push(text);
  });
  return { literals, made };
}

function readLiteral(literal: string): RegExp {
  const end = literal.lastIndexOf('/');
  return new RegExp(literal.slice(1, end), literal.slice(end + 1));
}

const isDangerous = (literal: string) => findBacktracking(readLiteral(literal)) !== 'none';

const all = PRODUCT_FILES.map((file) => {
  const { source, tree } = parseFile(file);
  return { file, ...expressionsOf(source, tree) };
});

/** Imports a module, and returns the expressions that were made of texts meanwhile. */
async function expressionsMadeBy(file: string): Promise<readonly RegExp[]> {
  const made: RegExp[] = [];
  const real = globalThis.RegExp;
  globalThis.RegExp = new Proxy(real, {
    construct(target, given, self) {
      const expression = Reflect.construct(target, given, self) as RegExp;
      made.push(expression);
      return expression;
    },
  });
  try {
    await import(/* @vite-ignore */ `../../${file}`);
  } finally {
    globalThis.RegExp = real;
  }
  return made;
}

describe('a regular expression goes through its text once', () => {
  it('in all code of the product, but for texts of a known length (security.dead-process-is-busy, security.linear-work)', () => {
    const found = all.flatMap(({ file, literals }) =>
      literals.filter(isDangerous).map((literal) => `${file}: ${literal}`),
    );
    expect([...new Set(found)].sort()).toEqual(Object.keys(ALLOWED).sort());
    expect(all.flatMap(({ literals }) => literals).length).toBeGreaterThan(400);
  });

  it('also if its text is made in code (security.dead-process-is-busy, security.linear-work)', async () => {
    const files = all.filter(({ made }) => made.length > 0).map(({ file }) => file);
    expect(files).toEqual(expect.arrayContaining(Object.keys(MADE_LATER)));
    const made = new Map<string, RegExp>();
    const imported = files.filter((one) => !(one in MADE_LATER));
    for (const file of [...imported, 'core/api/endpoints.ts']) {
      for (const one of await expressionsMadeBy(file)) made.set(String(one), one);
    }
    const dangerous = [...made.values()].filter((one) => findBacktracking(one) !== 'none');
    expect(dangerous.map(String)).toEqual([]);
    const sources = [...made.keys()].join('\n');
    for (const part of ['[a-z2-7]{26}', '@', '[0-9A-Za-z]{', '[a-z0-9_]{0,']) {
      expect(sources).toContain(part);
    }
  });
});

describe('a regular expression that backtracks is found (security.dead-process-is-busy)', () => {
  it.each([
    ['exponential', /^(a+)+$/],
    ['exponential', /^(?:a|a)*b/],
    ['exponential', /^(?:\w+\s?)*$/],
    ['exponential', /^(?:.*,)*x/],
    ['polynomial', /\s+$/],
    ['polynomial', /\/+$/],
    ['polynomial', /a.*b.*c/],
    ['polynomial', /^\s*(.*?)\s*$/],
    ['polynomial', /^[^@]+@.+\.[^@]+$/],
    ['polynomial', /x(?=.*y)/],
    ['polynomial', /^\/res\/([^/.]+)(\/[^/]*)?\.([^/]*)$/],
    ['polynomial', /"(?:[^"\\]|\\.)*"/],
    ['polynomial', /<!--.*-->/s],
    ['polynomial', /^\d{0,9999}\d{0,9999}$/],
    ['polynomial', /^(['"]).*\1.*\1$/],
    ['polynomial', /^ *key: .*;$/m],
  ] as const)('%s: %s', (_, expression) => {
    expect(findBacktracking(expression)).not.toBe('none');
  });

  it.each([
    /\s+/g,
    /^\s+/,
    /^[a-z][a-z0-9_]{0,39}$/,
    /^(?:[a-z]+,)*[a-z]+$/,
    /"[^"\\]*(?:\\.[^"\\]*)*"/y,
    /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/,
    /\p{Cc}|\p{Cf}/gu,
    /^\/res\/([^/.]+)(?:\.([^/]*)|(\/[^/]*)\.([^/.]*))$/,
    /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
  ])('%s goes through its text once', (expression) => {
    expect(findBacktracking(expression)).toBe('none');
  });

  it('in a source file, whatever stands around it', () => {
    const source = 'const trim = (text: string) => text.replace(/\\s+$/, "") || new RegExp("a");';
    const { literals, made } = expressionsOf(source, parseSource(source));
    expect([literals, made]).toEqual([['/\\s+$/'], ['new RegExp("a")']]);
    expect(literals.every(isDangerous)).toBe(true);
  });
});
