import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRODUCTS } from '../../test/infrastructure/products/support/products.ts';

type ProductName = keyof typeof PRODUCTS;

/** Those with everything that a setting adds, and one of an emulator: they differ most. */
export const LARGEST_PRODUCTS: readonly ProductName[] = [
  'the clone with every setting',
  'the construct with every prop',
  'the stack of ministack',
];

/** Writes the templates of products below a folder and answers their paths. */
export function writeProducts(folder: string, names: readonly ProductName[]): string[] {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return names.map((name) => {
    const { template } = PRODUCTS[name](mkdtempSync(join(folder, 'synth-')));
    const path = join(folder, `${name.replaceAll(' ', '-')}.template.json`);
    writeFileSync(path, JSON.stringify(template, null, 1));
    return path;
  });
}
