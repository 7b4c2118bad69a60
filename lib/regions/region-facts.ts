import { nearestName } from '../../core/foundation/nearest-name.ts';
import {
  GLOBAL_FIPS,
  LAUNCHED,
  ORIGIN_SHIELD,
  WITHOUT_FUNCTION_URLS,
  WITHOUT_STANDARD_LOGS,
} from './documented-facts.ts';
import { FACTS_OF, FIPS_REGIONS, PARTITIONS, REGIONS_WITHOUT } from './generated/region-facts.ts';
import { CALLED_SERVICES, type CalledService, type StackService } from './stack-services.ts';

/** THE regions of AWS, in all partitions. */
export const REGIONS: readonly string[] = Object.keys(PARTITIONS);

/** The partition of a region; undefined where AWS has no such region. */
export function partitionOf(region: string): string | undefined {
  return Object.hasOwn(PARTITIONS, region) ? PARTITIONS[region] : undefined;
}

/** One sentence about a name that no region has, with the nearest that one has. */
export function describeUnknownRegion(region: string): string | undefined {
  if (partitionOf(region) !== undefined) return undefined;
  const nearest = nearestName(region, REGIONS);
  const meant = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  return `region ${region}: AWS has no such region, by ${FACTS_OF}${meant}`;
}

/** Whether a service is in a region. */
export function hasService(service: StackService, region: string): boolean {
  const isLaunched = LAUNCHED[service]?.regions.includes(region) ?? false;
  return isLaunched || !REGIONS_WITHOUT[service].includes(region);
}

/** Whether Lambda has Function URLs in a region. */
export function hasFunctionUrls(region: string): boolean {
  return !WITHOUT_FUNCTION_URLS.some(({ regions }) => regions.includes(region));
}

/** Whether CloudFront delivers standard logs to a bucket in a region. */
export function hasStandardLogs(region: string): boolean {
  return !WITHOUT_STANDARD_LOGS.regions.includes(region);
}

/** Whether Origin Shield can be in a region. */
export function mayShield(region: string): boolean {
  return ORIGIN_SHIELD.regions.includes(region);
}

/** The services that functions call and that have no FIPS endpoint in a region. */
export function servicesWithoutFips(region: string): CalledService[] {
  return (Object.keys(CALLED_SERVICES) as CalledService[]).filter((service) => {
    const isGlobal = GLOBAL_FIPS[service]?.partition === partitionOf(region);
    return !isGlobal && !FIPS_REGIONS[service].includes(region);
  });
}
