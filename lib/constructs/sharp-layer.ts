import { existsSync } from 'node:fs';
import { type Architecture, Code, LayerVersion, Runtime } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

export interface SharpLayerProps {
  /** The built folder with `nodejs/node_modules` in it. */
  readonly assetPath: string;
  /** The processor that it was built for. */
  readonly architecture: Architecture;
}

/** sharp and its library, apart from the functions' code so that a change of code doesn't upload 9 MB. */
export class SharpLayer extends LayerVersion {
  constructor(scope: Construct, id: string, { assetPath, architecture }: SharpLayerProps) {
    if (!existsSync(assetPath)) {
      throw new Error(`The layer of sharp isn't built (${assetPath}): run npm run build:layer.`);
    }
    super(scope, id, {
      code: Code.fromAsset(assetPath),
      compatibleRuntimes: [Runtime.NODEJS_24_X],
      compatibleArchitectures: [architecture],
      description: 'sharp',
    });
  }
}
