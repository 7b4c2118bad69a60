import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack, type StackProps } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { VIEWER_REQUEST_HANDLER } from '../../../../lambdas/edge/with-cdn-url.ts';
import type { ServiceAssets } from '../../../../lib/assets/service-assets.ts';
import { ImageService } from '../../../../lib/image-service.ts';
import type { ImageServiceProps } from '../../../../lib/image-service-props.ts';
import { QUICK_APP, type Template } from './template.ts';

/** Stand-ins for code and layer: nothing is bundled or downloaded. */
const ASSETS: ServiceAssets = {
  version: '0.0.0',
  functionCode: () => ({
    code: Code.fromInline('exports.handler = () => {};'),
    handler: 'index.handler',
  }),
  edgeFunction: (name) => `var edge = () => '${name}'; ${VIEWER_REQUEST_HANDLER}`,
  sharpLayer: () => import.meta.dirname,
  decodersLayer: () => import.meta.dirname,
  heifLayer: () => import.meta.dirname,
  siteWriter: { folder: import.meta.dirname },
};

/** A service of an app, with stand-ins for its code. */
export function addService(scope: Construct, id: string, props: ImageServiceProps = {}) {
  return new ImageService(scope, id, props, ASSETS);
}

/** An app with a stack; `build` adds services. Answers the template of that stack. */
export function synthesizeApp(
  build: (stack: Stack, app: App) => void,
  props: StackProps = {},
  context: Record<string, unknown> = {},
): Template {
  process.env.CDK_VALIDATION = 'false';
  const outdir = mkdtempSync(join(tmpdir(), 'imagewell-app-'));
  try {
    const app = new App({ ...QUICK_APP, outdir, context });
    const stack = new Stack(app, 'Shop', props);
    build(stack, app);
    return app.synth().getStackByName(stack.stackName).template as Template;
  } finally {
    rmSync(outdir, { recursive: true });
  }
}
