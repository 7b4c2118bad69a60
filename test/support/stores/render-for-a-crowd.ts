import type { RenditionClaim } from '../../../core/ports/images/rendition-store.ts';
import type { Services } from '../../../core/ports/services.ts';
import { turnUntil } from '../waits/turn-until.ts';

/**
 * Services whose engine renders nothing before so many requests have claimed a rendition: all of
 * them are concurrent on a machine at any load. Counts the renders.
 */
export function renderForACrowd(services: Services, requests: number) {
  let claims = 0;
  let renders = 0;
  const crowded: Services = {
    ...services,
    renditions: {
      ...services.renditions,
      claim: (claim: RenditionClaim) => {
        claims += 1;
        return services.renditions.claim(claim);
      },
    },
    imageEngine: async () => {
      const engine = await services.imageEngine();
      return {
        ...engine,
        render: async (...given) => {
          renders += 1;
          await turnUntil(() => claims >= requests);
          return engine.render(...given);
        },
      };
    },
  };
  return { services: crowded, renders: () => renders };
}
