import type { Endpoint } from '../../../core/api/endpoint.ts';
import { drawJpeg } from '../../support/images/draw.ts';
import { type Kind, referenceOf, type State, type World } from './world.ts';

/** A field by which a call names its subject. */
export interface Reference {
  readonly field: string;
  readonly kind: Kind;
}

const PROJECT: Reference = { field: 'projectId', kind: 'project' };
const IMAGE = await drawJpeg(16, 16);

const KIND_OF_FIELD: Readonly<Record<string, Kind>> = {
  projectId: 'project',
  imageId: 'image',
  imageIds: 'image',
  imageUrl: 'image',
  temporaryImageUrl: 'temporary',
  secretId: 'secret',
  accountId: 'member',
  invitationId: 'invitation',
  webhookId: 'webhook',
  deliveryId: 'delivery',
};
/** The image without a pending decision, and a temporary one that no other call saves. */
const KIND_IN_REPLACEMENT: Readonly<Record<string, Kind>> = {
  imageId: 'settledImage',
  temporaryImageUrl: 'replacement',
};
/** An image whose first bytes are kept: one that gets them back, and one that loses them. */
const KIND_IN_CALLS: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  'restore-image-version': { imageId: 'versionedImage', versionId: 'version' },
  'delete-image-version': { imageId: 'endedImage', versionId: 'endedVersion' },
  'replace-image': KIND_IN_REPLACEMENT,
  'create-access-grant': { imageId: 'privateImage' },
};
/** A field that names something is called so; one that names several, with an s. */
const NAMING = /(Ids?|Url)$/;
const isList = (field: string) => field.endsWith('Ids');

function kindOf({ name }: Endpoint, field: string): Kind {
  if (field === 'keyId') return name.includes('upload') ? 'uploadKey' : 'apiKey';
  const kind = KIND_IN_CALLS[name]?.[field] ?? KIND_OF_FIELD[field];
  if (!kind) throw new Error(`${name} names something by ${field}: say in this table what it is`);
  return kind;
}

/** The subject of a call; of several fields for one thing the first. */
export function referencesOf(endpoint: Endpoint): Reference[] {
  // by a header, where a key or the path doesn't say it
  const namesProject = endpoint.credential.kind === 'apiKey';
  if (endpoint.request.kind !== 'json') return namesProject ? [PROJECT] : [];
  const { schema, exactlyOne } = endpoint.request;
  const isSecond = (field: string) => exactlyOne.some((names) => names.indexOf(field) > 0);
  return Object.keys(schema.shape)
    .filter((field) => NAMING.test(field) && !isSecond(field))
    .map((field) => ({ field, kind: kindOf(endpoint, field) }));
}

/** Fields of calls whose example isn't enough: their values must fit the world. */
const FITTING: Readonly<Record<string, (world: World) => object>> = {
  'delete-project': ({ own }) => ({ name: own.projectName }),
  'empty-project': ({ own }) => ({ name: own.projectName }),
  'get-invitation': ({ own }) => ({ invitation: own.code }),
  'update-member': () => ({ role: 'editor' }),
};

/** The call's example, its references in these states. */
export function bodyOf(
  world: World,
  endpoint: Endpoint,
  states: Readonly<Record<string, State>>,
): object | Buffer {
  if (endpoint.request.kind === 'bytes') return IMAGE;
  const { example } = endpoint.request;
  const named = Object.entries(states).map(([field, state]) => {
    const reference = referencesOf(endpoint).find((candidate) => candidate.field === field);
    if (!reference) throw new Error(`${endpoint.name} has no reference ${field}`);
    const named = referenceOf(world, reference.kind, state);
    return [field, isList(field) ? [named] : named];
  });
  return { ...example, ...FITTING[endpoint.name]?.(world), ...Object.fromEntries(named) };
}
