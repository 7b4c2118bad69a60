import { join } from 'node:path';
import { Architecture, type ILayerVersion, LayerVersion, Runtime } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { layerCode } from '../assets/layer-code.ts';
import type { ServiceAssets } from '../assets/service-assets.ts';
import type { Target } from '../target.ts';

export interface SharpLayerProps {
  readonly assets: Pick<ServiceAssets, 'sharpLayer'>;
  readonly target: Target;
}

export interface DecodersLayerProps {
  readonly assets: Pick<ServiceAssets, 'decodersLayer'>;
  readonly target: Target;
}

export interface HeifLayerProps {
  readonly assets: Pick<ServiceAssets, 'heifLayer'>;
  readonly target: Target;
}

/** Libraries of a function: layers, or modules that are copied next to the code. */
export interface LibraryProvision {
  readonly layers: readonly ILayerVersion[];
  readonly copiedModules: readonly string[];
}

/** A function without libraries. */
export const NO_LIBRARIES: LibraryProvision = { layers: [], copiedModules: [] };

/**
 * sharp, its library and the font of texts, separate from the functions' code so that a change of
 * code doesn't upload 10 MB.
 */
class SharpLayer extends LayerVersion {
  constructor(scope: Construct, id: string, assetPath: string, { architecture }: Target) {
    super(scope, id, {
      code: layerCode(assetPath),
      compatibleRuntimes: [Runtime.NODEJS_24_X],
      compatibleArchitectures: [
        architecture === 'arm64' ? Architecture.ARM_64 : Architecture.X86_64,
      ],
      description: 'sharp, dejavu-fonts-ttf',
    });
  }
}

/** Libraries of a folder with `nodejs/node_modules`, as a layer where the target applies layers. */
function provide(
  path: string,
  { appliesLayers }: Target,
  createLayer: () => ILayerVersion,
): LibraryProvision {
  return appliesLayers
    ? { layers: [createLayer()], copiedModules: [] }
    : { layers: [], copiedModules: [join(path, 'nodejs', 'node_modules')] };
}

/** sharp for the functions of a service; throws an Error if its folder can't be had. */
export function provideSharp(scope: Construct, { assets, target }: SharpLayerProps) {
  const path = assets.sharpLayer(target.architecture);
  return provide(path, target, () => new SharpLayer(scope, 'SharpLayer', path, target));
}

/** The decoders of AVIF and SVG for the functions for uploads; throws an Error without them. */
export function provideDecoders(scope: Construct, { assets, target }: DecodersLayerProps) {
  const path = assets.decodersLayer();
  const createLayer = () =>
    new LayerVersion(scope, 'DecodersLayer', {
      code: layerCode(path),
      compatibleRuntimes: [Runtime.NODEJS_24_X],
      description: '@jsquash/avif, @resvg/resvg-wasm',
      license: 'Apache-2.0, MPL-2.0',
    });
  return provide(path, target, createLayer);
}

/** The decoder of HEIC for the functions for uploads; throws an Error if its folder is missing. */
export function provideHeif(scope: Construct, { assets, target }: HeifLayerProps) {
  const path = assets.heifLayer();
  const createLayer = () =>
    new LayerVersion(scope, 'HeifLayer', {
      code: layerCode(path),
      compatibleRuntimes: [Runtime.NODEJS_24_X],
      description: 'libheif-js',
      license: 'LGPL-3.0',
    });
  return provide(path, target, createLayer);
}
