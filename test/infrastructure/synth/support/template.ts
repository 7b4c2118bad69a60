import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { App } from 'aws-cdk-lib';
import cdkJson from '../../../../cdk.json' with { type: 'json' };
import { ImageServiceStack } from '../../../../lib/image-service-stack.ts';
import { parseSettings } from '../../../../lib/parse-settings.ts';
import { TEMPLATES_OF_RUN } from './templates-of-run.ts';

export const ROOT = resolve(import.meta.dirname, '../../../..');

export interface Resource {
  readonly Type: string;
  Properties: Record<string, unknown>;
  readonly DependsOn?: string | readonly string[];
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
}
export interface Template {
  readonly Resources: Record<string, Resource>;
  readonly Outputs: Record<string, unknown>;
}

/** Without what no test reads: the place of each construct in the sources, and the tree's file. */
export const QUICK_APP = {
  stackTraces: false,
  treeMetadata: false,
  postCliContext: { 'aws:cdk:disable-creation-stack-traces': true },
} as const;

/** Of the layer: nothing here asks it for pixels. */
const STAND_IN_FOR_SHARP = "module.exports = 'stands in for sharp';";

interface StackOptions {
  /** CDK's own rules are held against it. */
  readonly isChecked?: boolean;
  /** The functions' code is bundled, as for a deploy. */
  readonly isBundled?: boolean;
  readonly name?: string;
  /** The folder of its own folder. */
  readonly parent?: string;
}

/** A stack with other layers and another site; its app bundles nothing unless it is asked to. */
export function createStack(
  context: Record<string, unknown> = {},
  {
    isChecked = false,
    isBundled = false,
    name = 'image-service',
    parent = tmpdir(),
  }: StackOptions = {},
) {
  // CDK's own rules take 3 s to load, so only the test of the findings loads them
  process.env.CDK_VALIDATION = String(isChecked);
  const folder = mkdtempSync(join(parent, 'imagewell-layer-'));
  const layersPath = join(folder, 'layer');
  const sharp = join(layersPath, 'nodejs/node_modules/sharp');
  mkdirSync(sharp, { recursive: true });
  writeFileSync(join(sharp, 'index.js'), STAND_IN_FOR_SHARP);
  const sitePath = join(folder, 'site');
  mkdirSync(sitePath);
  writeFileSync(join(sitePath, 'index.mjs'), '// no site');
  const outdir = join(folder, 'cdk.out');
  const app = new App({
    ...QUICK_APP,
    context: { 'aws:cdk:bundling-stacks': isBundled ? ['**'] : [], ...cdkJson.context },
    outdir,
  });
  const settings = parseSettings(context);
  const props = { settings, root: ROOT, layersPath, sitePath };
  const stack = new ImageServiceStack(app, name, props);
  return { app, stack, outdir, remove: () => rmSync(folder, { recursive: true }) };
}

function synthesizeAnew(context: Record<string, unknown>, name: string | undefined): string {
  const { app, stack, remove } = createStack(context, name === undefined ? {} : { name });
  try {
    return JSON.stringify(app.synth().getStackByName(stack.stackName).template);
  } finally {
    remove();
  }
}

/** Of this process, as texts: a test may spoil its own template. */
const templates = new Map<string, string>();

/** A text of the run of tests, made by the first process that needs it. */
function ofRun(settings: string, make: () => string): string {
  const { [TEMPLATES_OF_RUN]: folder } = process.env;
  if (folder === undefined) return make();
  const name = createHash('sha256').update(ROOT).update(settings).digest('hex');
  const path = join(folder, name);
  if (existsSync(path)) return readFileSync(path, 'utf8');
  const text = make();
  writeFileSync(`${path}-${process.pid}`, text);
  renameSync(`${path}-${process.pid}`, path);
  return text;
}

/** The template of a stack with these settings, which is synthesized once. */
export function synthesize(context: Record<string, unknown> = {}, name?: string): Template {
  const settings = JSON.stringify([context, name]);
  const text = templates.get(settings) ?? ofRun(settings, () => synthesizeAnew(context, name));
  templates.set(settings, text);
  return JSON.parse(text);
}

/** A value within nested objects and lists; undefined where there is none. */
export function get(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], value);
}

export function listAt(value: unknown, path: string): unknown[] {
  const found = get(value, path);
  if (found === undefined) return [];
  return Array.isArray(found) ? found : [found];
}

/** The resources of a type, with their logical ids. */
export function all({ Resources }: Template, type: string): [string, Resource][] {
  return Object.entries(Resources).filter(([, { Type }]) => Type === type);
}

/** The one resource of a type, or the one whose logical id begins so. */
export function only(template: Template, type: string, prefix = ''): Resource {
  const found = all(template, type).filter(([id]) => id.startsWith(prefix));
  if (found.length !== 1) throw new Error(`${found.length} of ${type} ${prefix}`);
  return (found[0] as [string, Resource])[1];
}

/** A text of a value in a template: references by logical id in angle brackets. */
export function show(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return String(value);
  const [[name, inner] = ['', '']] = Object.entries(value);
  if (name === 'Ref') return `<${inner}>`;
  if (name === 'Fn::GetAtt') return `<${(inner as string[])[0]}>`;
  if (name === 'Fn::Join') return ((inner as [string, unknown[]])[1] ?? []).map(show).join('');
  return JSON.stringify(value);
}

/** Every logical id that a value names. */
export function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name === 'Ref') return [String(inner)];
    if (name === 'Fn::GetAtt') return [String(Array.isArray(inner) ? inner[0] : inner)];
    const named =
      name === 'Fn::Sub' ? [...JSON.stringify(inner).matchAll(/\$\{(\w+)/g)].map((m) => m[1]) : [];
    return [...(named as string[]), ...references(inner)];
  });
}
