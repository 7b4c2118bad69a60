import type { ImageEngine } from '../../core/ports/images/image-engine.ts';
import type { Services } from '../../core/ports/services.ts';
import type { ServiceParts } from './services.ts';

async function loadEngine(): Promise<ImageEngine> {
  const { createSharpEngine } = await import('../../adapters/sharp/image-engine.ts');
  return createSharpEngine();
}

/** For functions that make or judge pixels, those with the layer of sharp; loaded once, when it is first asked for. */
export const AWS_ENGINE: ServiceParts<Pick<Services, 'imageEngine'>> = {
  imageEngine: () => {
    let engine: Promise<ImageEngine> | undefined;
    return () => {
      engine ??= loadEngine();
      return engine;
    };
  },
};
