import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installOracles } from '../../support/oracles/install-oracles.ts';

/** A fault in the types of a package, as arethetypeswrong names it. */
interface TypesProblem {
  readonly kind: string;
  readonly resolutionKind?: string;
}
type TypesFound =
  | { readonly types: false }
  | { readonly types: object; readonly entrypoints: object; readonly problems: TypesProblem[] };
interface Checker {
  readonly checkPackage: (packed: object) => Promise<TypesFound>;
  readonly createPackageFromTarballData: (bytes: Buffer) => object;
}

/** The faults that arethetypeswrong finds in the types of a packed tarball. */
export async function checkTypes(tarball: string): Promise<TypesFound> {
  const entry = join(await installOracles(), '@arethetypeswrong/core/dist/index.js');
  const checker: Checker = await import(pathToFileURL(entry).href);
  return checker.checkPackage(checker.createPackageFromTarballData(await readFile(tarball)));
}
