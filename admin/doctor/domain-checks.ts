import { failed, type Outcome, passed, warned } from '../checks/run-checks.ts';
import { type CheckedStage, checkOfSettings } from './setting-check.ts';

/** The physical ids of the stack's resources of a type. */
async function ownIds(stage: CheckedStage, type: string): Promise<readonly string[]> {
  const resources = await stage.listOwnResources();
  return resources.filter((one) => one.type === type).map(({ physicalId }) => physicalId);
}

const cdnDomains = checkOfSettings({
  name: 'cdn-domains',
  title: 'No other distribution has a domain name of the CDN',
  failureMeans:
    'CloudFront would refuse the domain name, and the deploy would roll back. Remove it from the other distribution first.',
  needs: ['credentials', 'settings'],
  otherwise: 'The CDN has no custom domain.',
  async run(stage) {
    const { cdnDomainNames: names } = stage.settings;
    if (names.length === 0) return undefined;
    const own = await ownIds(stage, 'AWS::CloudFront::Distribution');
    const taken = (await stage.listAliases()).filter(
      ({ name, distributionId }) =>
        names.includes(name.toLowerCase()) && !own.includes(distributionId),
    );
    return taken.length > 0
      ? failed(taken.map(({ name, distributionId }) => `${distributionId} has ${name}.`).join(' '))
      : passed('No other distribution of the account has them.');
  },
});

const apiDomain = checkOfSettings({
  name: 'api-domain',
  title: 'API Gateway has no such domain name of another stack',
  failureMeans:
    'API Gateway would refuse the domain name, and the deploy would roll back. Delete the other custom domain first.',
  needs: ['credentials', 'settings'],
  otherwise: 'The API has no custom domain.',
  async run(stage) {
    const { apiDomainName: name } = stage.settings;
    if (!name) return undefined;
    if (!(await stage.hasApiDomain(name))) return passed(`${name} is free in this region.`);
    const own = await ownIds(stage, 'AWS::ApiGateway::DomainName');
    return own.includes(name)
      ? passed(`${name} belongs to this stack.`)
      : failed(`${name} exists already, and is not of this stack.`);
  },
});

/** Hosts of CloudFront and of API Gateway in any partition. */
const HOST_OF_CLOUDFRONT = /\.cloudfront\./;
const HOST_OF_API = /\.execute-api\./;

interface Expected {
  readonly name: string;
  readonly output: string;
  readonly host: RegExp;
}

function expectedRecords({ settings }: CheckedStage): readonly Expected[] {
  const { apiDomainName, cdnDomainNames } = settings;
  return [
    ...cdnDomainNames.map((name) => ({
      name,
      output: 'DistributionDomain',
      host: HOST_OF_CLOUDFRONT,
    })),
    ...(apiDomainName
      ? [{ name: apiDomainName, output: 'ApiDomainTarget', host: HOST_OF_API }]
      : []),
  ];
}

/** The record of a name that leads to a host of AWS other than the stack's. */
async function foreignRecord(
  stage: CheckedStage,
  { name, output, host }: Expected,
): Promise<readonly string[]> {
  const own = (await stage.findOutput(output))?.toLowerCase();
  const targets = (await stage.resolveCname(name)).map((target) =>
    target.toLowerCase().replace(/\.$/, ''),
  );
  const foreign = targets.filter((target) => host.test(target) && target !== own);
  return foreign.map((target) => `${name} leads to ${target}, which is not of this stack.`);
}

const dnsRecords = checkOfSettings({
  name: 'dns-records',
  title: 'The DNS records of the custom domains do not lead elsewhere',
  failureMeans:
    'CloudFront refuses a domain name whose record leads to a distribution of another owner. Change the record to the outputs DistributionDomain and ApiDomainTarget.',
  needs: ['credentials', 'settings'],
  otherwise: 'There is no custom domain.',
  async run(stage) {
    const expected = expectedRecords(stage);
    if (expected.length === 0) return undefined;
    const foreign = await Promise.all(expected.map((one) => foreignRecord(stage, one)));
    const found = foreign.flat();
    return found.length > 0
      ? warned(found.join(' '))
      : passed('No record leads to another distribution or API.');
  },
});

async function checkFormer(stage: CheckedStage, host: string): Promise<readonly string[]> {
  const name = host.replace(/:\d+$/, '');
  if (stage.settings.cdnDomainNames.includes(name)) return [`${host} is a present name too.`];
  return (await stage.hasAddress(name)) ? [] : [`${host} has no address in the DNS.`];
}

const formerHosts = checkOfSettings({
  name: 'former-hosts',
  title: 'The former hosts of the CDN still have an address',
  failureMeans:
    'Pages with an old image URL show no image. Keep the DNS record until the URLs are replaced, or remove the host from `formerCdnHosts`.',
  needs: ['settings'],
  otherwise: 'There is no former host.',
  async run(stage): Promise<Outcome | undefined> {
    const { formerCdnHosts: hosts } = stage.settings;
    if (hosts.length === 0) return undefined;
    const checked = await Promise.all(hosts.map((host) => checkFormer(stage, host)));
    const found = checked.flat();
    return found.length > 0 ? warned(found.join(' ')) : passed('Each of them has an address.');
  },
});

/** Domain names that another owner may have. */
export const DOMAIN_CHECKS = [cdnDomains, apiDomain, dnsRecords, formerHosts];
