import { globSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createAdminCommands } from '../../admin/commands/add-admin-commands.ts';
import { addStartCommand } from '../../admin/commands/add-start-command.ts';
import { DOCTOR_CHECKS } from '../../admin/doctor/checks.ts';
import { VERIFY_CHECKS } from '../../admin/verify/checks.ts';
import { ENVIRONMENT } from '../../cli/environment.ts';
import { EXIT_CODES } from '../../cli/exit-codes.ts';
import type { Machine } from '../../cli/machine.ts';
import { buildProgram } from '../../cli/program.ts';
import { buildOpenApi } from '../../core/api/openapi.ts';
import { EVENT_TYPES } from '../../core/events/event-types.ts';
import { PROBLEM_CAUSES } from '../../core/foundation/problem-causes.ts';
import { PROBLEMS } from '../../core/foundation/problems.ts';
import { PARAMETER_WORDS } from '../../core/transform/parameter-words.ts';
import { SETTINGS } from '../../lib/settings.ts';
import { findFaultySentences } from './support/find-faults.ts';
import { literalsOf } from './support/read-literals.ts';
import { proseOfComments, proseOfPage } from './support/read-prose.ts';
import { titlesOf } from './support/read-titles.ts';

/**
 * How a text ends: a sentence with its full stop, a label or a line of a table without one. Parts
 * of texts end either way.
 */
type Ending = 'sentence' | 'label' | 'either';

const ENDINGS: Readonly<Record<Ending, RegExp>> = {
  // a text in the code may end in a value
  sentence: /([.?]|\$\{[^}]*\})$/,
  label: /[^\s.,;:!?]$/,
  either: /./,
};

/** The faults of a text, in words; an empty list if it has none. */
function findFaults(text: string, ending: Ending): string[] {
  return [
    ...(ENDINGS[ending].test(text) ? [] : [`does not end as a ${ending}`]),
    ...findFaultySentences(text),
  ];
}

type Texts = readonly (readonly [where: string, text: string])[];

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Every text of the name `key` in a document, with its place. */
function textsOf(document: unknown, key: string, at = ''): Texts {
  if (!isObject(document)) return [];
  return Object.entries(document).flatMap(([name, value]): Texts => {
    if (name === key && typeof value === 'string') return [[at, value]];
    return name === 'example' || name === 'examples' ? [] : textsOf(value, key, `${at}/${name}`);
  });
}

function helpOf(command: Command): Texts {
  const at = command.name();
  return [
    [at, command.description()],
    ...command.options.map(({ flags, description }) => [`${at} ${flags}`, description] as const),
    ...command.registeredArguments.map(
      (argument) => [`${at} <${argument.name()}>`, argument.description] as const,
    ),
    ...command.createHelp().visibleCommands(command).flatMap(helpOf),
  ];
}

/** Lists above have some of these, and labels; S3 and Cognito have the words of the others. */
const LISTED_FILES =
  /^(core\/(api\/(calls\/|openapi)|foundation\/((delivery-)?problems|problem-causes)|events)|local\/(s3|identity-provider\/pages|door\/[a-z-]+-page)|lambdas\/sign-up)/;
/** A literal that starts as a sentence does: a word with a capital, and three words more. */
const SENTENCE = /(?:'(\p{Lu}\p{Ll}*(?: [^'\n]+){3,})'|`(\p{Lu}\p{Ll}*(?: [^`\n]+){3,})`)/gu;
const COMMENT = /^\s*(\/\/|\/?\*)/;

/**
 * Sentences as they stand in the code of the service: the details of problems, and the texts of the
 * local pages.
 */
function sentencesInCode(): Texts {
  const files = globSync('{core,lambdas,local,adapters}/**/*.ts').filter(
    (file) => !LISTED_FILES.test(file),
  );
  return files.flatMap((file) => {
    const code = readFileSync(file, 'utf8').split('\n');
    const found = code
      .filter((line) => !COMMENT.test(line))
      .join('\n')
      .matchAll(SENTENCE);
    return [...found]
      .map(([, plain, template]) => (plain ?? template ?? '').replaceAll('\\', ''))
      .filter((text) => !text.endsWith(' '))
      .map((text) => [file, text] as const);
  });
}

/** Names, addresses and code have no blank, or begin with none of the letters of a text. */
const isText = (text: string) => /\p{L}{2}/u.test(text) && !/^[.\w/<>#-]+$/.test(text);

/**
 * The words that the console shows: every text and heading of its catalogue and of its door, and
 * literals elsewhere that look like a sentence.
 */
function textsOfConsole(): Texts {
  return globSync('console/src/**/*.{ts,tsx}').flatMap((file) => {
    const isCatalogue = /^console\/src\/(texts|door)\//.test(file);
    return literalsOf(readFileSync(file, 'utf8'), file.endsWith('x') ? 'tsx' : 'ts')
      .filter(([, text]) => isText(text) && (isCatalogue || /^\p{Lu}\p{Ll}*( \S+){3}/u.test(text)))
      .map(([line, text]) => [`${file}:${line}`, text] as const);
  });
}
const CONSOLE = textsOfConsole();
/** A text with a full stop within ends as a sentence, unless a value follows its colon. */
const isSentences = (text: string) => /[^.]\. \p{Lu}.*[^:]$/u.test(text);

const { program } = buildProgram({ env: {}, homeDir: '~', version: '0' } as Machine, [
  addStartCommand(async () => {}),
  createAdminCommands(undefined),
]);
const DOCUMENT = buildOpenApi();
const CHECKS = [...VERIFY_CHECKS, ...DOCTOR_CHECKS];

/** The users' texts; each list is longer than the number, so that none is lost unseen. */
const LISTS: readonly (readonly [name: string, ending: Ending, least: number, texts: Texts])[] = [
  [
    'titles of problems',
    'label',
    60,
    Object.entries(PROBLEMS).map(([code, { title }]) => [code, title]),
  ],
  [
    'next steps of problems',
    'sentence',
    60,
    Object.entries(PROBLEMS).map(([code, { hint }]) => [code, hint]),
  ],
  ['causes of problems', 'sentence', 60, Object.entries(PROBLEM_CAUSES)],
  ['sentences in the code', 'sentence', 150, sentencesInCode()],
  ['summaries of the OpenAPI document', 'label', 40, textsOf(DOCUMENT, 'summary')],
  ['descriptions of the OpenAPI document', 'sentence', 150, textsOf(DOCUMENT, 'description')],
  [
    'parameters',
    'sentence',
    15,
    Object.entries(PARAMETER_WORDS).map(([name, { summary }]) => [name, summary]),
  ],
  [
    'types of events',
    'sentence',
    6,
    Object.entries(EVENT_TYPES).map(([type, { summary }]) => [type, summary]),
  ],
  ['settings', 'label', 30, SETTINGS.map(({ name, summary }) => [name, summary])],
  ['help of the command line', 'label', 150, helpOf(program).slice(1)],
  ['environment of the command line', 'label', 15, Object.entries(ENVIRONMENT)],
  [
    'exit codes',
    'label',
    8,
    Object.entries(EXIT_CODES).map(([name, { meaning }]) => [name, meaning]),
  ],
  ['sentences of the console', 'sentence', 90, CONSOLE.filter(([, text]) => isSentences(text))],
  ['texts and headings of the console', 'either', 900, CONSOLE],
  ['titles of checks', 'label', 20, CHECKS.map(({ name, title }) => [name, title])],
  [
    'meanings of failed checks',
    'sentence',
    20,
    CHECKS.map(({ name, failureMeans }) => [name, failureMeans]),
  ],
];

/** Of the pages, every one; a page that is generated takes its words from a table in the code. */
const PAGES = '{*.md,{client,console,docs-site}/*.md,docs/**/*.md}';

/** Each folder of code, and a number of comments that it has at least. */
const COMMENTED = {
  '{admin,adapters,bin,cli,core,lambdas,lib,local}': 1200,
  bench: 40,
  client: 300,
  console: 400,
  'docs-site': 30,
  examples: 16,
  scripts: 100,
  site: 35,
  test: 1150,
};

/** Prose of files; each list is longer than the number, so that none is lost unseen. */
const PROSE = [
  ['pages', 1200, PAGES, proseOfPage] as const,
  ['titles of tests', 5000, 'test/**/*.ts', titlesOf] as const,
  ...Object.entries(COMMENTED).map(
    ([folder, least]) =>
      [`comments of ${folder}`, least, `${folder}/**/*.{ts,tsx}`, proseOfComments] as const,
  ),
];

describe('texts for users', () => {
  it.each(LISTS)('are plain English: %s', (_, ending, least, texts) => {
    expect(texts.length).toBeGreaterThanOrEqual(least);
    const wrong = texts.flatMap(([where, text]) =>
      findFaults(text, ending).map((fault) => `${where}: ${fault}: ${text}`),
    );
    expect(wrong).toEqual([]);
  });

  it.each([
    ['A webhook is https', 'sentence', 'does not end as a sentence'],
    ['Preset goes alone.', 'sentence', 'goes? (alone'],
    ['Hosts that images were served at once', 'label', 'at once'],
    [`${'One word more '.repeat(9)}.`, 'sentence', 'has a sentence of 28 words'],
    ['List them:', 'label', 'does not end as a label'],
    ['Keys end at once', 'either', 'at once'],
  ] as const)('which this is not: %s', (text, ending, fault) => {
    expect(findFaults(text, ending).join('\n')).toContain(fault);
  });
});

describe('prose in the repository', () => {
  it.each(PROSE)('is plain English: %s', (_, least, pattern, read) => {
    const texts = globSync(pattern, { exclude: ['**/{node_modules,dist}/**'] }).flatMap((file) =>
      read(readFileSync(file, 'utf8')).map(([line, text]) => [`${file}:${line}`, text] as const),
    );
    expect(texts.length).toBeGreaterThanOrEqual(least);
    const wrong = texts.flatMap(([where, text]) =>
      findFaultySentences(text).map((fault) => `${where}: ${fault}: ${text}`),
    );
    expect(wrong).toEqual([]);
  });

  it('is read by the paragraph and without its marks: pages', () => {
    const page = '# A\n\n**B.** C [d](e-hand-over.md).\n\n- F\n\n| g |\n\n```sh\nh\n```\n';
    expect(proseOfPage(page)).toEqual([
      [3, 'B. C [d].'],
      [5, 'F'],
    ]);
  });

  it('is read by the comment, wherever it stands: comments', () => {
    const code = `/** A. */\n/**\n * B\n * c.\n *\n * D.\n * | e |\n */\nf(); // G\n// h\n// i\nj('// k');\n`;
    expect(proseOfComments(code)).toEqual([
      [1, 'A.'],
      [3, 'B c.'],
      [6, 'D.'],
      [9, 'G'],
      [10, 'h i'],
    ]);
  });

  it('is read by the call, without ids and in suites too: titles', () => {
    const dollar = '$'; // apart, or it would be a value of this test
    const ids = ['e.f-g', 'h.i'].join(', '); // no rules, and no title cites them
    const code = `describe(\`a ${dollar}{b}\`, () => {\n  it.skipIf(c()).each(\n    [f('(')],\n  )('d %s (${ids})', g);\n  it.each\`j\`("k's (l)", m);\n  test.n('o');\n});\n`;
    expect(titlesOf(code)).toEqual([
      [1, `a ${dollar}{}`],
      [2, 'd %s'],
      [5, "k's (l)"],
    ]);
  });

  it('is read by the quoted text, in templates too: texts of the console', () => {
    const dollar = '$'; // apart, or it would be a value of this test
    const code = `// it's\nf('a', \`b ${dollar}{c ? 'd' : \`e ${dollar}{f}\`} g\`, 'i\\'j');\n`;
    expect(literalsOf(code)).toEqual([
      [2, 'a'],
      [2, 'd'],
      [2, `e ${dollar}{}`],
      [2, `b ${dollar}{} g`],
      [2, "i'j"],
    ]);
  });
});
