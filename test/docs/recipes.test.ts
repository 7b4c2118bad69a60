import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CopiedRepository, copyRepository } from './support/copied-repository.ts';
import { applyStep, type Recipe, readRecipes, type Step } from './support/recipe.ts';

const RECIPES = readRecipes(readFileSync('docs/contributing/recipes.md', 'utf8'));
/** The rooms that recipes touch. */
const ROOMS = [...new Set(RECIPES.flatMap(({ steps }) => steps.map(({ file }) => file)))]
  .map((file) => file.split('/')[0])
  .filter((room) => room !== 'test');

let repository: CopiedRepository;
beforeAll(async () => {
  repository = await copyRepository();
});
afterAll(() => repository.remove());

/** The steps whose absence the compiler names. */
function findPromised({ steps }: Recipe): readonly Step[] {
  return steps.filter(({ named }) => named !== undefined);
}

/**
 * A recipe without one of its steps; without a new file there is nothing of it to change either.
 */
function leaveOut({ steps }: Recipe, forgotten: Step | undefined): readonly Step[] {
  if (forgotten?.place === 'new file') return steps.filter(({ file }) => file !== forgotten.file);
  return steps.filter((step) => step !== forgotten);
}

/** The compiler's errors in the rooms that the recipes touch, and in their new tests. */
async function compile(steps: readonly Step[]): Promise<string> {
  await repository.apply(steps);
  const include = [...ROOMS, ...RECIPES.flatMap(({ tests }) => tests)];
  const project = { extends: './tsconfig.json', compilerOptions: { incremental: true }, include };
  await repository.write('tsconfig.recipe.json', JSON.stringify(project));
  const { printed } = await repository.run('tsc', [
    '--noEmit',
    '--singleThreaded',
    '-p',
    'tsconfig.recipe.json',
  ]);
  return printed;
}

const rounds = new Map<number, Promise<string>>();
/**
 * The compiler's words where every recipe lacks its step of that number: recipes don't meet, and
 * one run is cheaper than four.
 */
function compileRound(round: number): Promise<string> {
  const steps = RECIPES.flatMap((recipe) => leaveOut(recipe, findPromised(recipe)[round]));
  const ran = rounds.get(round) ?? compile(steps);
  rounds.set(round, ran);
  return ran;
}

describe('the recipes of docs/contributing/recipes.md', () => {
  it('are there for a parameter, a call, an error and an adapter', () => {
    expect(RECIPES.map(({ name }) => name)).toEqual([
      'a transformation parameter',
      'a call',
      'an error',
      'an adapter',
    ]);
  });

  it.each([
    // four, and the table of its price (security.bounded-price)
    ['a transformation parameter', 5],
    ['a call', 6],
  ])('%s takes at most %i files of the product', (name, most) => {
    const { steps } = RECIPES.find((recipe) => recipe.name === name) ?? { steps: [] };
    const files = new Set(
      steps.map(({ file }) => file).filter((file) => !/^(test|bench)\//.test(file)),
    );
    expect(files.size).toBeGreaterThan(0);
    expect(files.size).toBeLessThanOrEqual(most);
  });

  it('all work together: the generated documents are written, the style holds, the new tests pass', async () => {
    const steps = RECIPES.flatMap((recipe) => recipe.steps);
    await repository.apply(steps);
    const generated = await repository.run('node', ['scripts/generate.ts']);
    expect(generated).toMatchObject({ code: 0 });
    expect(generated.printed).toContain('written: docs/openapi.json');
    const files = [...new Set(steps.map(({ file }) => file))].filter((file) =>
      file.endsWith('.ts'),
    );
    expect(await repository.run('biome', ['lint', ...files])).toMatchObject({ code: 0 });
    const tests = RECIPES.flatMap((recipe) => recipe.tests);
    const ran = await repository.run('vitest', ['run', ...tests]);
    expect(ran.printed).toMatch(new RegExp(`Test Files .*${tests.length} passed`));
    expect(ran.code).toBe(0);
  });

  it('compile', async () => {
    expect(await compile(RECIPES.flatMap(({ steps }) => steps))).toBe('');
  });

  describe.each(RECIPES.map((recipe) => [recipe.name, recipe] as const))('%s', (_, recipe) => {
    it('has a test, and a step that the compiler asks for', () => {
      expect(recipe.tests.length).toBeGreaterThan(0);
      expect(findPromised(recipe).length).toBeGreaterThan(0);
    });

    it.each(
      findPromised(recipe).map(
        ({ file, anchor, named = '' }, at) => [file, anchor, named, at] as const,
      ),
    )('does not compile without its step in %s, %s', async (_file, _anchor, named, round) => {
      expect(await compileRound(round)).toContain(named);
    });
  });
});

describe('a recipe', () => {
  const STEP: Step = { file: 'a.ts', place: 'below', anchor: 'b,', code: 'c,\n', named: undefined };

  it('puts a step below, above or in place of the one line that it names', () => {
    expect(applyStep('[\n  b,\n]', STEP)).toBe('[\n  b,\nc,\n]');
    expect(applyStep('[\n  b,\n]', { ...STEP, place: 'above' })).toBe('[\nc,\n  b,\n]');
    expect(applyStep('[\n  b,\n]', { ...STEP, place: 'in place of' })).toBe('[\nc,\n]');
  });

  it('fails where that line is not there, or there twice', () => {
    expect(() => applyStep('[]', STEP)).toThrow('a.ts has 0 lines "b,"');
    expect(() => applyStep('b,\nb,', STEP)).toThrow('a.ts has 2 lines "b,"');
  });

  it('fails where a code block has no place', () => {
    const text = '<!-- recipe: x -->\nSome code:\n\n```ts\na\n```\n<!-- /recipe -->\n';
    expect(() => readRecipes(text)).toThrow('x: 1 code blocks, 0 with a place');
  });
});
