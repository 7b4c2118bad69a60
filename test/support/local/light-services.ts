import type { Services } from '../../../core/ports/services.ts';
import { localIssuer } from '../../../local/identity-provider/issuer-profile.ts';
import {
  createLocalServices,
  type HostHooks,
  type LocalSettings,
} from '../../../local/lambda/local-services.ts';
import type { TestServices } from '../stores/make-services.ts';

/** The settings of a service over a data folder, at this address. */
export function localSettings(dataDir: string, url: string): LocalSettings {
  return {
    dataDir,
    cdnUrl: url,
    plan: null,
    hasRateLimits: false,
    hasEvents: false,
    issuer: localIssuer(url),
  };
}

/** A host that begins every delivery itself. */
export const NO_RELAY: HostHooks['relay'] = { begun: () => undefined, note: () => undefined };

/** The services of a thread over the data folder of a test, with its clock. */
export function createLightServices(
  { dataDir, credentials, services }: TestServices,
  onMove: (...to: Parameters<HostHooks['forward']>) => void,
  relay = NO_RELAY,
): Services {
  const light = createLocalServices(localSettings(dataDir, credentials.baseUrl), {
    role: 'light',
    readsLargeBodies: false,
    forward: (to) => {
      onMove(to);
      return new Promise(() => undefined);
    },
    relay,
    purgeEdge: async () => undefined,
    queueRender: () => undefined,
    abandonProcess: () => undefined,
    noteRendition: () => undefined,
    log: services.log,
  });
  return { ...light, clock: services.clock };
}
