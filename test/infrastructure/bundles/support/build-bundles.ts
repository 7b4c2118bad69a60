import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FUNCTIONS, type FunctionName } from '../../../../lib/functions.ts';
import { hasUserPool } from '../../../../lib/has-user-pool.ts';
import { functionsLeftOut } from '../../../../lib/optional-functions.ts';
import { parseSettings } from '../../../../lib/parse-settings.ts';
import { functionsOf } from '../../synth/support/rights.ts';
import { createStack, get, type Template } from '../../synth/support/template.ts';

/** A function's code as it is deployed. */
export interface Bundle {
  readonly name: FunctionName;
  readonly path: string;
  /** Every file of it. */
  readonly files: readonly string[];
  readonly text: string;
  readonly bytes: number;
}

function readBundle(outdir: string, template: Template, name: FunctionName): Bundle {
  const id = name.replaceAll('-', '');
  const fn = functionsOf(template).find(([candidate]) => candidate === id)?.[1];
  const hash = String(get(fn, 'Properties.Code.S3Key')).replace(/\.zip$/, '');
  const folder = join(outdir, `asset.${hash}`);
  const path = join(folder, 'index.mjs');
  const code = readFileSync(path);
  return { name, path, files: readdirSync(folder), text: code.toString(), bytes: code.length };
}

/** Every function's code, bundled as the stack does it: by the stack. */
export function buildBundles(context: Record<string, unknown> = {}): {
  readonly names: readonly FunctionName[];
  readonly bundles: readonly Bundle[];
  readonly template: Template;
  remove(): void;
} {
  const all = { events: 'on', rekognition: 'on', ...context };
  const { app, stack, outdir, remove } = createStack(all, { isBundled: true });
  const template = app.synth().getStackByName(stack.stackName).template as Template;
  const settings = parseSettings(all);
  const remaining = functionsLeftOut({
    hasEvents: settings.events === 'on',
    hasRekognition: settings.rekognition === 'on',
    hasUserPool: hasUserPool(settings),
  });
  const names = (Object.keys(FUNCTIONS) as FunctionName[]).filter(
    (name) => !(remaining as readonly string[]).includes(name),
  );
  const bundles = names.map((name) => readBundle(outdir, template, name));
  return { names, bundles, template, remove };
}
