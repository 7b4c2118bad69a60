import { Validations } from 'aws-cdk-lib';
import { NagPack } from 'cdk-nag';
import { vi } from 'vitest';
import { findingsOf } from './checks.ts';
import type { Product } from './product.ts';

/** Acknowledged by another way, as warnings of the CDK. */
const OF_THE_CDK = /^@aws-cdk\//;

/** `RULE at PATH` of each acknowledgement of cdk-nag's findings in a service, without its path. */
function acknowledgedIn({ apps, servicePath }: Product): string[] {
  return apps.flatMap((app) =>
    app.node.findAll().flatMap(({ node }) =>
      node.metadata
        .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
        .flatMap(({ data }) => Object.keys(data as object))
        .map((id) => id.replace(/^Annotation::/, ''))
        .filter((id) => !OF_THE_CDK.test(id))
        .map((id) => `${id} at ${node.path.slice(servicePath.length)}`),
    ),
  );
}

/** cdk-nag, without its look at acknowledgements, which is private to it. */
interface Blindable {
  isAcknowledged(): boolean;
}

/** The acknowledgements that no product needs. */
export function needlessAcknowledgements(products: readonly Product[]): string[] {
  const pack = NagPack.prototype as unknown as Blindable;
  const blind = vi.spyOn(pack, 'isAcknowledged').mockReturnValue(false);
  try {
    const found = products.flatMap((product) =>
      findingsOf(product).map((finding) => finding.replace(product.servicePath, '')),
    );
    const isFound = (acknowledged: string) => found.some((one) => one.startsWith(acknowledged));
    const acknowledged = new Set(products.flatMap(acknowledgedIn));
    return [...acknowledged].filter((one) => !isFound(one));
  } finally {
    blind.mockRestore();
  }
}
