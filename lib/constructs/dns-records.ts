import { Token } from 'aws-cdk-lib';
import { AaaaRecord, ARecord, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayDomain, CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import type { Construct } from 'constructs';
import type { ServiceConfig } from '../service-config.ts';
import type { ImageApi } from './image-api.ts';
import type { ImageDelivery } from './image-delivery.ts';

interface AliasedAddresses {
  readonly config: ServiceConfig;
  readonly api: ImageApi;
  readonly delivery: ImageDelivery;
}

/** The alias records of custom domains whose hosted zones are known. */
export function addAliases(scope: Construct, { config, api, delivery }: AliasedAddresses): void {
  const { apiDomain, cdnDomain } = config;
  if (apiDomain?.hostedZone && api.domain) {
    new ARecord(scope, 'ApiAlias', {
      zone: apiDomain.hostedZone,
      recordName: apiDomain.domainName,
      target: RecordTarget.fromAlias(new ApiGatewayDomain(api.domain)),
    });
  }
  if (!cdnDomain?.hostedZone || !delivery.distribution) return;
  const zone = cdnDomain.hostedZone;
  const target = RecordTarget.fromAlias(new CloudFrontTarget(delivery.distribution));
  for (const [at, recordName] of cdnDomain.domainNames.entries()) {
    // an id takes no value of the deploy
    const id = Token.isUnresolved(recordName) ? at : recordName;
    new ARecord(scope, `CdnAlias-${id}`, { zone, recordName, target });
    new AaaaRecord(scope, `CdnAliasIpv6-${id}`, { zone, recordName, target });
  }
}
