import {
  WITHOUT_FUNCTION_URLS,
  WITHOUT_STANDARD_LOGS,
} from '../../lib/regions/documented-facts.ts';
import { FACTS_OF, FIPS_REGIONS } from '../../lib/regions/generated/region-facts.ts';
import { hasService, REGIONS, servicesWithoutFips } from '../../lib/regions/region-facts.ts';
import {
  CALLED_SERVICES,
  type CalledService,
  STACK_SERVICES,
  type StackService,
} from '../../lib/regions/stack-services.ts';
import { table } from '../markdown.ts';

/** Settings that need a service, and what else a stage can have. */
const NEEDED_FOR: Readonly<Record<'userPool' | 'rekognition' | 'alarmEmail', string>> = {
  userPool: 'sign-in by a user pool; else set `tokenIssuer`, or `userPool=none`',
  rekognition: '`rekognition=on`',
  alarmEmail: '`alarmEmail`',
};

/** A region that has Lambda by the data; of the others nothing is known yet. */
const OPEN = REGIONS.filter((region) => hasService('lambda', region));

const always = (Object.keys(CALLED_SERVICES) as CalledService[]).filter(
  (service) => !('only' in CALLED_SERVICES[service]),
);

/** The regions that a stage can't be in, or can't have a part in, as the checks refuse them. */
export function describeRegions(): string {
  const services = Object.entries(STACK_SERVICES) as [
    StackService,
    { readonly name: string; readonly only?: keyof typeof NEEDED_FOR },
  ][];
  const rows = services.map(([service, { name, only }]) => [
    name,
    only === undefined ? 'each stage' : NEEDED_FOR[only],
    OPEN.filter((region) => !hasService(service, region)),
  ]);
  const documented = [
    ['Function URLs of Lambda', 'each stage', WITHOUT_FUNCTION_URLS.flatMap((one) => one.regions)],
    ['standard logs of CloudFront', '`cdnAccessLogs=standard`', WITHOUT_STANDARD_LOGS.regions],
  ];
  const missing = [...rows, ...documented].filter(([, , regions]) => regions?.length);
  const withFips = OPEN.filter(
    (region) => !servicesWithoutFips(region).some((one) => always.includes(one)),
  );
  const unknown = REGIONS.filter((region) => !OPEN.includes(region));
  return `${table(
    ['What is missing', 'Needed for', 'Regions'],
    missing.map(([name, neededFor, regions]) => [
      `${name}`,
      `${neededFor}`,
      (regions as readonly string[]).join(', '),
    ]),
  )}

The services are those of ${FACTS_OF}. It lists none of them in ${unknown.join(' and ')} yet. Function URLs and standard logs are lists of AWS's guides. The FIPS endpoints that each stage needs are in ${withFips.join(', ')}. Those of Amazon EventBridge (\`events=on\`) are in ${FIPS_REGIONS.events.filter((region) => withFips.includes(region)).join(', ')}.`;
}
