/** One code block of a recipe, and where it belongs. */
export interface Step {
  readonly file: string;
  readonly place: 'new file' | 'below' | 'above' | 'in place of';
  /**
   * The line of the file that the place is about, without its indentation; empty for a new file.
   */
  readonly anchor: string;
  readonly code: string;
  /** The compiler's output if the step is missing; undefined if the recipe promises nothing. */
  readonly named: string | undefined;
}

export interface Recipe {
  readonly name: string;
  readonly steps: readonly Step[];
  /** The test files that the recipe runs at its end. */
  readonly tests: readonly string[];
}

const RECIPE = /<!-- recipe: ([^\n]+) -->\n(.*?)<!-- \/recipe -->/gs;
const STEP =
  /^(?:\d+\. )?(?<where>In|Write the new file) `(?<file>[^`]+)`(?:, (?<place>below|above|in place of) `(?<anchor>[^`\n]+)`)?(?<rest>[^\n]*)\n\n```(?:ts|tsv)\n(?<code>.*?)```$/gms;
const NAMED = /If it is missing, the compiler names `([^`]+)`/;
const TESTS = /npx vitest run ([^\n]+)\n/g;

function readStep(groups: Readonly<Record<string, string | undefined>>): Step {
  const { where, file = '', place, anchor = '', rest = '', code = '' } = groups;
  const isNew = where !== 'In';
  if (isNew === Boolean(place)) throw new Error(`the step for ${file} has no place, or two`);
  return {
    file,
    place: isNew ? 'new file' : (place as Step['place']),
    anchor,
    code,
    named: NAMED.exec(rest)?.[1],
  };
}

/** The recipes of a page. Throws where one has a code block that is no step and no command. */
export function readRecipes(text: string): readonly Recipe[] {
  return [...text.matchAll(RECIPE)].map(([, name = '', body = '']) => {
    const steps = [...body.matchAll(STEP)].map(({ groups }) => readStep(groups ?? {}));
    const commands = [...body.matchAll(/^```sh\n/gm)].length;
    const blocks = [...body.matchAll(/^```\w+\n/gm)].length;
    if (steps.length + commands !== blocks)
      throw new Error(`${name}: ${blocks - commands} code blocks, ${steps.length} with a place`);
    const tests = [...body.matchAll(TESTS)].flatMap(([, files = '']) => files.split(' '));
    return { name, steps, tests };
  });
}

/** The text of a file with a step in it. Throws where the anchor is not exactly one line of it. */
export function applyStep(text: string, { file, place, anchor, code }: Step): string {
  if (place === 'new file') return code;
  const lines = text.split('\n');
  const found = lines.flatMap((line, at) => (line.trim() === anchor ? [at] : []));
  const [at] = found;
  if (at === undefined || found.length > 1)
    throw new Error(`${file} has ${found.length} lines "${anchor}", not one`);
  const removed = place === 'in place of' ? 1 : 0;
  lines.splice(place === 'below' ? at + 1 : at, removed, ...code.trimEnd().split('\n'));
  return lines.join('\n');
}
