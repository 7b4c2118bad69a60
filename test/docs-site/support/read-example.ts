import { globSync, readFileSync } from 'node:fs';

const EXAMPLE = /<!-- example: ([a-z ]+) -->\n```(\w+)\n(.*?)\n```/gs;

/** Code that a guide shows under a name. */
export interface Example {
  readonly page: string;
  readonly name: string;
  readonly language: string;
  readonly code: string;
}

/** Every named example of the guides and tasks. */
export function readExamples(): readonly Example[] {
  return globSync('docs/{guides,tasks}/*.md').flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(EXAMPLE)].map(
      ([, name = '', language = '', code = '']) => ({ page, name, language, code }),
    ),
  );
}

/** The code of one example; throws where no guide has it. */
export function readExample(name: string): string {
  const found = readExamples().filter((one) => one.name === name);
  if (found.length !== 1) throw new Error(`${found.length} guides have the example ${name}`);
  return found[0]?.code ?? '';
}
