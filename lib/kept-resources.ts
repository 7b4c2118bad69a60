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
/** A resource in the form of an import. */
export interface ImportedResource {
  readonly ResourceType: string;
  readonly LogicalResourceId: string;
  readonly ResourceIdentifier: Readonly<Record<string, string>>;
}
/** The importable resources with their identifiers, and the others. */
export interface TakingBack {
  readonly template: Template;
  readonly resources: readonly ImportedResource[];
  /** Retained, but no longer a part of the stack. */
  readonly strangers: readonly KeptResource[];
  /** A part of the stack, and not retained: the next deploy creates them again, empty. */
  readonly missing: readonly string[];
}

/**
 * AWS CloudFormation template reference: the identifier of each type's import. All types with data
 * are here.
 */
const IDENTIFIER: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::Cognito::UserPool': 'UserPoolId',
};

/** Whether a value names another resource, or another value that only the whole stack has. */
function isIntrinsic(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([name, inner]) => name === 'Ref' || name.startsWith('Fn::') || isIntrinsic(inner),
  );
}

/** A resource without its references, which the following deploy restores. */
function alone({ Type, Properties = {} }: TemplateResource): TemplateResource {
  const own = Object.entries(Properties).filter(([, value]) => !isIntrinsic(value));
  return { Type, Properties: Object.fromEntries(own), DeletionPolicy: 'Retain' };
}

/**
 * An import of a deleted stack's retained resources into a new one, under the same logical ids; the
 * data are never changed.
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
