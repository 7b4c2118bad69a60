/**
 * `npm run lint:template -- [FILE…]`: cfn-lint over templates; without names, over what `cdk synth`
 * left in cdk.out and over the largest products. `--products`: over all products. Needs Python 3.11
 * and, the first time, the network.
 */
import { globSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PRODUCT_NAMES } from '../test/infrastructure/products/support/products.ts';
import { installPythonTools, run } from '../test/support/service/python-tools.ts';
import { LARGEST_PRODUCTS, writeProducts } from './lint-template/write-products.ts';

const ROOT = resolve(import.meta.dirname, '..');
const WORK_DIR = join(ROOT, '.build/lint-template');
const REQUIREMENTS = join(ROOT, 'scripts/lint-template/requirements.txt');

/** CDK names a function's role in DependsOn beside the reference to it, which says the same. */
const OF_CDK_ITSELF = 'W3005';
/** An optional parameter is empty by default, and then a condition leaves out its uses. */
const EMPTY_DEFAULTS = 'W1030';

const PRODUCTS_DIR = join(WORK_DIR, 'products');

function listTemplates(given: readonly string[]): readonly string[] {
  if (given.includes('--products')) return writeProducts(PRODUCTS_DIR, PRODUCT_NAMES);
  if (given.length > 0) return given;
  const synthesized = globSync(join(ROOT, 'cdk.out/*.template.json'));
  if (synthesized.length === 0) throw new Error('there is no cdk.out: run npm run synth first');
  return [...synthesized, ...writeProducts(PRODUCTS_DIR, LARGEST_PRODUCTS)];
}

const templates = listTemplates(process.argv.slice(2));
await mkdir(WORK_DIR, { recursive: true });
const programs = await installPythonTools(WORK_DIR, REQUIREMENTS);
const args = ['--ignore-checks', OF_CDK_ITSELF, EMPTY_DEFAULTS, '--template', ...templates];
const { code, output } = await run(join(programs, 'cfn-lint'), args, {});
const counted = templates.length === 1 ? '1 template' : `${templates.length} templates`;
console.log(output.trim() || `cfn-lint finds nothing in ${counted}`);
process.exitCode = code ?? 1;
