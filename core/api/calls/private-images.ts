import * as z from 'zod/mini';
import { LIMITS } from '../../foundation/limits.ts';
import { VISIBILITIES, type Visibility } from '../../images/image-states.ts';
import { called, type Endpoint } from '../endpoint.ts';
import { callersProjectField, integerField, referenceField, validatedValue } from '../fields.ts';
import { EXAMPLE_IMAGE, EXAMPLE_PROJECT_ID } from './examples.ts';

/** A field with the visibility of an image. */
export function visibilityField(description: string) {
  return validatedValue<Visibility>(
    (sent) =>
      VISIBILITIES.some((known) => known === sent)
        ? undefined
        : { code: 'invalid_value', detail: `This field must be ${VISIBILITIES.join(' or ')}.` },
    { type: 'string', enum: VISIBILITIES, description },
  );
}

export const updateImageVisibility = {
  ...called('update-image-visibility'),
  summary: 'Make an image private or public',
  description:
    'A private image is served below `/private` alone, to viewers with a grant of create-access-grant. Its address below `/res` answers as if there were no image, and the other way round. The change purges renditions and CDN copies, as purge-image does. Browsers may show the copy of a public image until their `max-age` ends. The same visibility again changes nothing.',
  credential: { kind: 'apiKey', scope: 'images:save', role: 'editor' },
  functionName: 'update-image-metadata',
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(callersProjectField()),
      imageId: z.optional(referenceField('image', 'CDN URL or ID of the image.')),
      visibility: z.optional(visibilityField('The new visibility.')),
    }),
    references: { imageId: 'image' },
    exactlyOne: [['imageId'], ['visibility']],
    example: { imageId: EXAMPLE_IMAGE, visibility: 'private' },
  },
  response: z.object({
    message: z.literal('visibility_updated'),
    visibility: z.enum(VISIBILITIES),
    imageUrl: z.string(),
  }),
  responseExample: {
    message: 'visibility_updated',
    visibility: 'private',
    imageUrl: `https://cdn.example.com/private/${EXAMPLE_PROJECT_ID}/${EXAMPLE_IMAGE}.jpg`,
  },
  problems: ['image_not_found'],
} as const satisfies Endpoint;

const cookieSchema = z.object({
  name: z.string(),
  value: z.string(),
  path: z.string(),
  secure: z.boolean(), // false for a service without HTTPS
  httpOnly: z.literal(true),
  sameSite: z.literal('Lax'),
});

const EXAMPLE_QUERY =
  'Policy=eyJTdGF0ZW1lbnQi&Signature=dtKhpJ3aUYxqDIwepczPiDb9NXQ_&Key-Pair-Id=K2JCJMDEHXQW5F';
const exampleCookie = (name: string, value: string) =>
  ({
    name,
    value,
    path: `/private/${EXAMPLE_PROJECT_ID}/`,
    secure: true,
    httpOnly: true,
    sameSite: 'Lax',
  }) as const;

export const createAccessGrant = {
  ...called('create-access-grant'),
  summary: 'Let a viewer see private images',
  description:
    "Signs a policy of CloudFront for one private image, or for all private images of the project if `imageId` is absent. The viewer gets it as cookies or in the query string; both open the same images. A grant ends after its seconds and can't be revoked alone. Everybody who has it sees the images.",
  credential: { kind: 'apiKey', scope: 'images:grant', role: 'editor' },
  functionName: 'api-key-calls',
  isAudited: true,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(callersProjectField()),
      imageId: z.optional(referenceField('image', 'CDN URL or ID of a private image.')),
      lifeSeconds: z.optional(
        integerField(
          LIMITS.minGrantSeconds,
          LIMITS.maxGrantSeconds,
          `Seconds until the grant ends; ${LIMITS.grantSeconds} if absent.`,
        ),
      ),
    }),
    references: { imageId: 'image' },
    exactlyOne: [],
    example: { imageId: EXAMPLE_IMAGE, lifeSeconds: 600 },
  },
  response: z.object({
    /** To be set by the CDN's host, or by one above it with the attribute Domain. */
    cookies: z.array(cookieSchema),
    queryString: z.string(), // without a question mark; it follows other parameters
    imageUrl: z.nullable(z.string()), // with the query string; null for a project
    expiresAt: z.string(),
  }),
  responseExample: {
    cookies: [
      exampleCookie('CloudFront-Policy', 'eyJTdGF0ZW1lbnQi'),
      exampleCookie('CloudFront-Signature', 'dtKhpJ3aUYxqDIwepczPiDb9NXQ_'),
      exampleCookie('CloudFront-Key-Pair-Id', 'K2JCJMDEHXQW5F'),
    ],
    queryString: EXAMPLE_QUERY,
    imageUrl: `https://cdn.example.com/private/${EXAMPLE_PROJECT_ID}/${EXAMPLE_IMAGE}.jpg?${EXAMPLE_QUERY}`,
    expiresAt: '2026-11-21T12:10:00.000Z',
  },
  problems: ['private_images_disabled', 'image_not_found', 'image_public'],
} as const satisfies Endpoint;
