import type { Template } from './template.ts';

/** Resources that hold rights, recorded elsewhere, or nothing but names and drawings. */
const ELSEWHERE =
  /^AWS::(IAM|CDK|ApiGateway::(Resource|Method|Deployment)|S3::BucketPolicy|SQS::QueuePolicy|SNS::TopicPolicy|Lambda::(Permission|LayerVersion)|CloudWatch::Dashboard)|^Custom::ImagewellSite$/;
/** Names, texts for readers, code, and what refers to other resources. */
const NO_VALUES =
  /^(Ref|Fn::.*|Comment|Description|AlarmDescription|.*(Arn|Name|Message|Subject|Template|Templates|Policy(Document)?Id|OriginId)|Aliases|CallbackURLs|LogoutURLs|Code|FunctionCode|Content|Endpoint|Id|TrustedKeyGroups|Dimensions|Tags)$/;
/** Of these a name is a value: another index, metric or key would be read. */
const NAMES_OF_VALUE = /^(MetricName|AttributeName|IndexName|HeaderName)$/;

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

function* valuesIn(value: unknown, path: string): Generator<[string, string]> {
  if (isScalar(value)) yield [path, String(value)];
  else if (Array.isArray(value) && value.every(isScalar)) yield [path, value.join(', ')];
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value))
      if (!NO_VALUES.test(name) || NAMES_OF_VALUE.test(name))
        yield* valuesIn(inner, path === '' ? name : `${path}.${name}`);
}

/** Logical ids without the digest that CDK puts behind a path. */
const shortId = (id: string) => id.replace(/[0-9A-F]{8}$/, '');

/**
 * Every number, switch and word in a template that is neither a right nor a name. Each value of a
 * property of a type has a line, with the resources that have it.
 */
export function literalValues({ Resources }: Template): string[] {
  const holders = new Map<string, string[]>();
  for (const [id, { Type, Properties }] of Object.entries(Resources)) {
    if (ELSEWHERE.test(Type)) continue;
    for (const [path, value] of valuesIn(Properties, '')) {
      const line = `${Type.replace('AWS::', '')}\t${path}\t${value}`;
      holders.set(line, [...(holders.get(line) ?? []), shortId(id)]);
    }
  }
  return [...holders].map(([line, ids]) => `${line}\t${ids.sort().join(' ')}`).sort();
}
