/**
 * `npm run lint:template -- [FILE…]`: cfn-lint over templates; without names, over what `cdk synth`
 * left in cdk.out. Needs Python 3.11 and, the first time, the network.
 */
import { globSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { installPythonTools, run } from '../test/support/service/python-tools.ts';

const ROOT = resolve(import.meta.dirname, '..');
const WORK_DIR = join(ROOT, '.build/lint-template');
const REQUIREMENTS = join(ROOT, 'scripts/lint-template/requirements.txt');

/** CDK names a function's role in DependsOn beside the reference to it, which says the same. */
const OF_CDK_ITSELF = 'W3005';
/** An optional parameter is empty by default, and then a condition leaves out its uses. */
const EMPTY_DEFAULTS = 'W1030';

const named = process.argv.slice(2);
const templates = named.length > 0 ? named : globSync(join(ROOT, 'cdk.out/*.template.json'));
if (templates.length === 0) throw new Error('there is no cdk.out: run npm run synth first');
await mkdir(WORK_DIR, { recursive: true });
const programs = await installPythonTools(WORK_DIR, REQUIREMENTS);
const args = ['--ignore-checks', OF_CDK_ITSELF, EMPTY_DEFAULTS, '--template', ...templates];
const { code, output } = await run(join(programs, 'cfn-lint'), args, {});
console.log(output.trim() || `cfn-lint finds nothing in ${templates.length} template`);
process.exitCode = code ?? 1;
