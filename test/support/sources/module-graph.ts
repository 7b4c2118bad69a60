import { build } from 'esbuild';

/** The files that each file of a bundle imports, by their paths from the root; types are none. */
export type ModuleGraph = ReadonlyMap<string, readonly string[]>;

/** The graph of these files and of all that they import; packages are in it by their names. */
export async function readModuleGraph(
  files: readonly string[],
  root = process.cwd(),
): Promise<ModuleGraph> {
  const { metafile } = await build({
    // one entry: a bundle for each of many files takes seconds
    stdin: { contents: files.map((file) => `import './${file}';`).join('\n'), resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'out',
    platform: 'node',
    format: 'esm',
    packages: 'external',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'silent',
    loader: { '.webp': 'empty', '.css': 'empty', '.svg': 'empty' },
  });
  const { '<stdin>': _, ...inputs } = metafile.inputs;
  return new Map(
    Object.entries(inputs).map(([file, { imports }]) => [file, imports.map(({ path }) => path)]),
  );
}
