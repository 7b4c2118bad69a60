/** The values in the documents of the calls. */
export const EXAMPLE_IMAGE = `img_${'a'.repeat(26)}`;
export const EXAMPLE_TEMPORARY = `tmp_${'a'.repeat(26)}`;
export const EXAMPLE_METADATA = { alt_text: 'A red bridge', product_id: '4711' };
export const EXAMPLE_IMAGE_FACTS = {
  imageId: EXAMPLE_IMAGE,
  imageUrl: `https://cdn.example.com/res/${EXAMPLE_IMAGE}.jpg`,
  metadata: EXAMPLE_METADATA,
  focalPoint: '0.3,0.7',
  format: 'jpg',
  width: 4000,
  height: 3000,
  bytes: 3_141_592,
  frames: 1,
  hasAlpha: false,
  sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  originalFilename: 'bridge.jpg',
  mainColor: '#c04a1f',
  thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
  convertedFrom: null,
  lost: ['exif', 'gps'],
  hasWideGamut: false,
  createdAt: '2026-11-21T09:00:00.000Z',
  takenDown: null,
  review: null,
};
export const EXAMPLE_PROJECT_ID = `prj_${'a'.repeat(26)}`;
export const EXAMPLE_PROJECT = {
  projectId: EXAMPLE_PROJECT_ID,
  name: 'default',
  role: 'owner',
  createdAt: '2026-11-21T09:00:00.000Z',
  allowedOrigins: ['http://localhost:*'],
  allowedWidths: null,
  allowedHeights: null,
  presets: { card: 'width=400&height=300' },
  requireSignature: false,
  overQuota: 'refuse',
  watermark: null,
  quotaMode: 'enforce',
  temporaryLifeHours: 24,
  fallbackImage: null,
  moderation: 'none',
  focalPoints: 'none',
  isDefault: true,
  state: 'live',
  purgeAt: null,
  suspension: null,
} as const;
