import type { ImageEngine } from '../../core/ports/images/image-engine.ts';
import type { Services } from '../../core/ports/services.ts';
import type { ServiceParts } from './services.ts';

async function loadEngine(): Promise<ImageEngine> {
  const { createSharpEngine } = await import('../../adapters/sharp/image-engine.ts');
  return createSharpEngine();
}

/** For functions that render or validate images and have the sharp layer; loaded on first use. */
export const AWS_ENGINE: ServiceParts<Pick<Services, 'imageEngine'>> = {
  imageEngine: () => {
    let engine: Promise<ImageEngine> | undefined;
    return () => {
      engine ??= loadEngine();
      return engine;
    };
  },
};
