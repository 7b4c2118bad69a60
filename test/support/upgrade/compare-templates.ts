interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}

/** A CloudFormation template, as far as an upgrade is judged by it. */
export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
}

/** Types that hold data, with the properties whose change replaces them (CloudFormation). */
const STATEFUL: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::Table': ['TableName', 'KeySchema', 'LocalSecondaryIndexes'],
  'AWS::DynamoDB::GlobalTable': ['TableName', 'KeySchema', 'LocalSecondaryIndexes'],
  'AWS::S3::Bucket': ['BucketName', 'ObjectLockEnabled'],
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
  'AWS::Cognito::UserPool': ['UsernameAttributes', 'AliasAttributes', 'UsernameConfiguration'],
  'AWS::KMS::Key': ['KeySpec', 'KeyUsage'],
  'AWS::SecretsManager::Secret': ['Name'],
};

interface KeySchemaPart {
  readonly AttributeName: string;
}
interface Index {
  readonly IndexName: string;
  readonly KeySchema: readonly KeySchemaPart[];
}
interface Attribute {
  readonly AttributeName: string;
  readonly AttributeType: string;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const listOf = <T>({ Properties = {} }: Resource, name: string) => (Properties[name] ?? []) as T[];

/** The key of a table with the types of its attributes, which stand elsewhere. */
function typedKeyOf(resource: Resource): unknown {
  const types = listOf<Attribute>(resource, 'AttributeDefinitions');
  return listOf<KeySchemaPart>(resource, 'KeySchema').map(({ AttributeName }) =>
    types.find((one) => one.AttributeName === AttributeName),
  );
}

function indexFaults(id: string, old: Resource, now: Resource): string[] {
  const before = listOf<Index>(old, 'GlobalSecondaryIndexes');
  const after = listOf<Index>(now, 'GlobalSecondaryIndexes');
  const byName = (all: readonly Index[], name: string) => all.find((one) => one.IndexName === name);
  const removed = before.filter(({ IndexName }) => !byName(after, IndexName));
  const added = after.filter(({ IndexName }) => !byName(before, IndexName));
  const changed = after.filter(({ IndexName, KeySchema }) => {
    const was = byName(before, IndexName);
    return was !== undefined && !same(was.KeySchema, KeySchema);
  });
  return [
    ...changed.map(({ IndexName }) => `${id}: the key of the index ${IndexName} changes`),
    ...(added.length + removed.length > 1
      ? [
          `${id}: CloudFormation makes or removes one index an update, not ${added.length + removed.length}`,
        ]
      : []),
  ];
}

function resourceFaults(id: string, old: Resource, now: Resource | undefined): string[] {
  if (now === undefined) return [`${id} (${old.Type}) is removed`];
  if (now.Type !== old.Type) return [`${id}: ${old.Type} becomes ${now.Type}`];
  const replaced = (STATEFUL[old.Type] ?? [])
    .filter((name) => !same(old.Properties?.[name], now.Properties?.[name]))
    .map((name) => `${id}: ${name} changes, which replaces it`);
  const policies = (['DeletionPolicy', 'UpdateReplacePolicy'] as const)
    .filter((name) => old[name] === 'Retain' && now[name] !== 'Retain')
    .map((name) => `${id}: ${name} is no longer Retain`);
  const key = same(typedKeyOf(old), typedKeyOf(now)) ? [] : [`${id}: a key attribute changes`];
  return [...replaced, ...policies, ...key, ...indexFaults(id, old, now)];
}

/** The resources of a template that hold data, by their logical IDs. */
export function statefulResources({ Resources }: Template): readonly string[] {
  return Object.keys(Resources).filter((id) => (Resources[id]?.Type ?? '') in STATEFUL);
}

/**
 * The faults of an update from one template to the other: each resource with data stays, isn't
 * replaced, keeps its table's keys and its policy to be retained.
 */
export function findUpgradeFaults(old: Template, now: Template): readonly string[] {
  return statefulResources(old).flatMap((id) =>
    resourceFaults(id, old.Resources[id] as Resource, now.Resources[id]),
  );
}
