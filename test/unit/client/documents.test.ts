import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);

/** The declarations that the reader of a snippet has already. */
const GIVEN = `
declare const [baseUrl, apiKey, uploadKey, url, secret, temporaryImageUrl]: string[];
declare const file: File, img: HTMLImageElement, input: { files: File[] };
declare const image: { imageUrl: string; width: number };
declare const imageId: string, cdnUrl: string;
declare const process: { env: Record<string, string> };
declare function show(phase: string, fraction: number): void;
declare function onProgress(progress: object): void;
declare function tell(text: string): void;
`;

describe('the snippets', () => {
  it.each(['docs/guides/browser-uploads.md', 'client/README.md'])(
    'of %s compile',
    async (document) => {
      const text = readFileSync(document, 'utf8');
      const snippets = [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);
      expect(snippets.length).toBeGreaterThan(0);
      const folder = await mkdtemp(join(tmpdir(), 'imagewell-snippets-'));
      const files = await Promise.all(
        snippets.map(async (code, at) => {
          const imports = code.match(/^import .*;$/gm) ?? [];
          const rest = code.replace(/^import .*;$/gm, '');
          const path = join(folder, `snippet-${at}.ts`);
          await writeFile(path, `${imports.join('\n')}\n${GIVEN}{\n${rest}\n}\nexport {};\n`);
          return path;
        }),
      );
      const options = {
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        types: [],
        target: 'es2022',
        module: 'esnext',
        moduleResolution: 'bundler',
        allowImportingTsExtensions: true,
        paths: { 'imagewell-client': [resolve('client/src/imagewell-client.ts')] },
      };
      const config = { compilerOptions: options, files };
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
      const { stdout } = await run(resolve('node_modules/.bin/tsc'), ['-p', folder]).catch(
        (error) => error,
      );
      expect(stdout).toBe('');
      await rm(folder, { recursive: true });
    },
  );
});
