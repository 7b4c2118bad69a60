import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  installDecoders,
  installHeif,
  installSharp,
  LAYER_MANIFESTS,
  type Processor,
} from './install-layer.ts';

type Install = (manifests: string, folder: string) => void;

/** The name of the error of a layer that can't be built. */
export const LAYER_NOT_BUILT = 'LayerNotBuilt';

/** Runs an installation; its Error names the layer, and the usual cause. */
function installOrExplain(install: Install, layer: string, dist: string): void {
  try {
    install(layer, dist);
  } catch (error) {
    rmSync(dist, { recursive: true, force: true });
    const reason = (error as Error).message;
    const message = `The layer ${dist} could not be built: npm installs its packages, which needs the npm registry once. ${reason}`;
    throw Object.assign(new Error(message), { name: LAYER_NOT_BUILT });
  }
}

/** Builds a layer unless it was built from the same manifests. Answers its folder. */
function buildLayer(layer: string, dist: string, install: Install): string {
  const builtFrom = LAYER_MANIFESTS.map((name) => readFileSync(join(layer, name), 'utf8')).join('');
  const marker = join(dist, 'built-from.json');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === builtFrom) return dist;
  rmSync(dist, { recursive: true, force: true });
  installOrExplain(install, layer, dist);
  writeFileSync(marker, builtFrom); // last: a build that was cut off is done again
  console.error(`built ${dist}`); // the CDK's own output is on the other stream
  return dist;
}

/**
 * The layers of a checkout, below its folder `layers`. Each is built where it is missing, or older
 * than its lockfile; throws an Error that names it if npm can't install its packages.
 */
export function checkoutLayers(root: string) {
  const [sharp, decoders, heif] = ['sharp', 'decoders', 'heif'].map((name) =>
    join(root, 'layers', name),
  ) as [string, string, string];
  return {
    sharp: (cpu: Processor) =>
      buildLayer(sharp, join(sharp, 'dist', cpu), (manifests, dist) => {
        installSharp(manifests, dist, cpu);
      }),
    decoders: () => buildLayer(decoders, join(decoders, 'dist'), installDecoders),
    heif: () => buildLayer(heif, join(heif, 'dist'), installHeif),
  };
}
