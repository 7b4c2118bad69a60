import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FUNCTIONS, type FunctionName } from '../../../lib/functions.ts';
import { all, get } from '../synth/support/template.ts';
import { type Bundle, buildBundles } from './support/build-bundles.ts';

const CDN = { cdnUrl: 'http://localhost:8081' };
const localstack = buildBundles({ target: 'localstack', ...CDN });
const aws = buildBundles({});
const folder = mkdtempSync(join(tmpdir(), 'imagewell-function-'));
afterAll(() => {
  localstack.remove();
  aws.remove();
  rmSync(folder, { recursive: true });
});

const isWithSharp = (name: FunctionName) => FUNCTIONS[name].hasSharp;
const find = (built: typeof aws, name: FunctionName) =>
  built.bundles.find((bundle) => bundle.name === name) as Bundle;

/**
 * The package that a function's code finds by the name of sharp in Lambda's folder, with no layer
 * beside it.
 */
function findSharp({ name, path }: Bundle): string {
  const task = join(folder, name);
  cpSync(dirname(path), task, { recursive: true });
  const script = `console.log(require('node:module').createRequire('${task}/index.mjs')('sharp'))`;
  const env = { PATH: process.env.PATH ?? '' }; // no NODE_PATH
  return execFileSync(process.execPath, ['-e', script], { env }).toString().trim();
}

/**
 * Whether the renderer streams where the runtime defines what AWS's own does, as LocalStack's
 * images do too.
 */
function isStreaming({ path }: Bundle): boolean {
  const script = `
    let isStreaming = false;
    const streamifyResponse = (handler) => { isStreaming = true; return handler; };
    globalThis.awslambda = { streamifyResponse };
    await import(${JSON.stringify(path)});
    console.log(isStreaming);`;
  const args = ['--input-type=module', '-e', script];
  return execFileSync(process.execPath, args).toString().trim() === 'true';
}

describe('on LocalStack, whose free edition applies no layers,', () => {
  it('the stack has no layer', () => {
    expect(all(localstack.template, 'AWS::Lambda::LayerVersion')).toEqual([]);
    const functions = all(localstack.template, 'AWS::Lambda::Function');
    expect(
      functions.filter(([, candidate]) => get(candidate, 'Properties.Layers') !== undefined),
    ).toEqual([]);
    expect(all(aws.template, 'AWS::Lambda::LayerVersion')).toHaveLength(2);
  });

  it.each(localstack.names.filter(isWithSharp))('%s brings sharp in its own code', (name) => {
    expect(findSharp(find(localstack, name))).toBe('stands in for sharp');
  });

  it.each(localstack.names.filter((name) => !isWithSharp(name)))('%s does without', (name) => {
    expect(readdirSync(dirname(find(localstack, name).path))).toEqual(['index.mjs']);
  });

  it('the renderer answers in one piece: its Function URLs take a stream for UTF-8', () => {
    expect(isStreaming(find(localstack, 'render-image'))).toBe(false);
    expect(isStreaming(find(aws, 'render-image'))).toBe(true);
  });
});
