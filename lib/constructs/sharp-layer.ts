import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  Architecture,
  Code,
  type ILayerVersion,
  LayerVersion,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import type { ICommandHooks } from 'aws-cdk-lib/aws-lambda-nodejs';
import type { Construct } from 'constructs';
import type { Target } from '../target.ts';

export interface SharpLayerProps {
  /** The built folder with `nodejs/node_modules` in it. */
  readonly assetPath: string;
  readonly target: Target;
}

/** The sharp library of a function: a layer, or a bundling step that copies it next to the code. */
export interface SharpProvision {
  readonly layers: ILayerVersion[];
  readonly commandHooks?: ICommandHooks;
}

/**
 * sharp and its library, separate from the functions' code so that a change of code doesn't upload
 * 9 MB.
 */
class SharpLayer extends LayerVersion {
  constructor(scope: Construct, id: string, { assetPath, target }: SharpLayerProps) {
    const { architecture } = target;
    super(scope, id, {
      code: Code.fromAsset(assetPath),
      compatibleRuntimes: [Runtime.NODEJS_24_X],
      compatibleArchitectures: [
        architecture === 'arm64' ? Architecture.ARM_64 : Architecture.X86_64,
      ],
      description: 'sharp',
    });
  }
}

/** By node, which exists on every machine that deploys; quoted for any shell. */
function copyModules(assetPath: string): ICommandHooks {
  const from = join(assetPath, 'nodejs', 'node_modules');
  const none = () => [];
  return {
    beforeBundling: none,
    beforeInstall: none,
    afterBundling: (_inputDir, outputDir) => {
      const script = "require('fs').cpSync(process.argv[1],process.argv[2],{recursive:true})";
      return [`node -e "${script}" "${from}" "${join(outputDir, 'node_modules')}"`];
    },
  };
}

/** sharp for the functions of a stack; throws an Error if its folder isn't built. */
export function provideSharp(scope: Construct, props: SharpLayerProps): SharpProvision {
  const { assetPath, target } = props;
  if (!existsSync(assetPath)) {
    throw new Error(`The sharp layer is not built (${assetPath}); run npm run build:layer.`);
  }
  if (target.appliesLayers) return { layers: [new SharpLayer(scope, 'SharpLayer', props)] };
  return { layers: [], commandHooks: copyModules(assetPath) };
}
