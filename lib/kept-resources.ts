/** A resource of a template. */
export interface TemplateResource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly DeletionPolicy?: string;
}
export interface Template {
  readonly Resources: Readonly<Record<string, TemplateResource>>;
}
/** The retained resources of a deleted stack. */
export interface KeptResource {
  readonly logicalId: string;
  readonly physicalId: string;
  readonly type: string;
}
/** A resource as an import names it. */
export interface ImportedResource {
  readonly ResourceType: string;
  readonly LogicalResourceId: string;
  readonly ResourceIdentifier: Readonly<Record<string, string>>;
}
/** The resources that can be imported, how, and those that cannot. */
export interface TakingBack {
  readonly template: Template;
  readonly resources: readonly ImportedResource[];
  /** Kept, but no part of the stack any more. */
  readonly strangers: readonly KeptResource[];
  /** Of the stack, and not kept: the next deploy makes them new, and empty. */
  readonly missing: readonly string[];
}

/**
 * AWS CloudFormation template reference: what each type is imported by. All that holds data is one
 * of these.
 */
const IDENTIFIER: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::Cognito::UserPool': 'UserPoolId',
};

/** Whether a value names another resource, or anything that only a whole stack knows. */
function isIntrinsic(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([name, inner]) => name === 'Ref' || name.startsWith('Fn::') || isIntrinsic(inner),
  );
}

/** A resource on its own: what it shares with others comes with the deploy that follows. */
function alone({ Type, Properties = {} }: TemplateResource): TemplateResource {
  const own = Object.entries(Properties).filter(([, value]) => !isIntrinsic(value));
  return { Type, Properties: Object.fromEntries(own), DeletionPolicy: 'Retain' };
}

/**
 * An import into a new stack of what a deleted one has kept, by the same logical ids; the data are
 * never touched.
 */
export function planTakingBack(template: Template, kept: readonly KeptResource[]): TakingBack {
  const holders = Object.entries(template.Resources).filter(([, { Type }]) => IDENTIFIER[Type]);
  const isOurs = ({ logicalId, type }: KeptResource) =>
    IDENTIFIER[type] !== undefined && template.Resources[logicalId]?.Type === type;
  const ours = kept.filter(isOurs);
  const ids = new Set(ours.map(({ logicalId }) => logicalId));
  const taken = holders.filter(([id]) => ids.has(id));
  return {
    template: {
      Resources: Object.fromEntries(taken.map(([id, resource]) => [id, alone(resource)])),
    },
    resources: ours.map(({ logicalId, physicalId, type }) => ({
      ResourceType: type,
      LogicalResourceId: logicalId,
      ResourceIdentifier: { [IDENTIFIER[type] ?? '']: physicalId },
    })),
    strangers: kept.filter(
      (resource) => !isOurs(resource) && IDENTIFIER[resource.type] !== undefined,
    ),
    missing: holders.map(([id]) => id).filter((id) => !ids.has(id)),
  };
}
