import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const MAX_COLUMNS = 100;
/** Written by the generator from texts of the API, which have a line each. */
const GENERATED = /^client\/src\/generated\//;
/** One line by its syntax, or a table, whose rows can't be wrapped. */
const UNWRAPPABLE = /biome-ignore|^\s*\* \|/;
const QUOTED = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`/g;

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate'])
  .toString()
  .split('\n')
  .filter((file) => /\.([cm]?[jt]sx?|sh|py|yml)$|^\.ci\//.test(file) && !GENERATED.test(file));

/** Whether a line has a comment in it; quoted text is none. */
function hasComment(file: string, line: string): boolean {
  const code = line.replace(QUOTED, '');
  return /\.[cm]?[jt]sx?$/.test(file)
    ? /^\s*(\{?\/\/|\{?\/\*|\*)|\s\{?\/[/*]\s/.test(code)
    : /(^|\s)#\s/.test(code);
}

function findLong(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, at) => {
    const isLong = [...line].length > MAX_COLUMNS && hasComment(file, line);
    return isLong && !UNWRAPPABLE.test(line) ? [`${file}:${at + 1}`] : [];
  });
}

describe('comments', () => {
  it('have at most 100 columns', () => {
    expect(files.length).toBeGreaterThan(500);
    const long = files.flatMap((file) => {
      try {
        return findLong(file, readFileSync(file, 'utf8'));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []; // removed, not committed
        throw error;
      }
    });
    expect(long).toEqual([]);
  });

  it('are found at the start of a line and behind code, and not in a text', () => {
    const long = 'x'.repeat(MAX_COLUMNS);
    for (const line of [`// ${long}`, `  /** ${long} */`, ` * ${long}`, `a(); // ${long}`])
      for (const file of ['a.ts', 'a.tsx', 'a.cjs', 'a.js', 'a.mjs']) {
        expect(findLong(file, line), line).toEqual([`${file}:1`]);
      }
    for (const line of [`const a = 'http // ${long}';`, `const a = \`// ${long}\`;`, long])
      expect(findLong('a.ts', line), line).toEqual([]);
    expect(findLong('a.tsx', `  {/* ${long} */}`)).toEqual(['a.tsx:1']);
    expect(findLong('a.yml', `# ${long}`)).toEqual(['a.yml:1']);
    expect(findLong('a.sh', `echo "# ${long}"`)).toEqual([]);
  });
});
