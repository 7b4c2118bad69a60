import type { Timings } from '../../core/foundation/timings.ts';
import type { Services } from '../../core/ports/services.ts';

/**
 * The services with an engine whose renderings are measured. They are inherited, not copied: a
 * copy would open clients that the request doesn't need.
 */
export function withTimedEngine<Some extends Pick<Services, 'imageEngine'>>(
  services: Some,
  timings: Timings,
): Some {
  const imageEngine: Services['imageEngine'] = async () => {
    const engine = await timings.measure('render', () => services.imageEngine());
    return {
      ...engine,
      render: (...args) => timings.measure('render', () => engine.render(...args)),
    };
  };
  return Object.create(services, { imageEngine: { value: imageEngine, enumerable: true } });
}
