import { readFileSync } from 'node:fs';
import type { FakeService } from './fake-service.ts';

/** The bytes of an image. */
export const PICTURE = readFileSync('console/pictures/alpine-dusk.webp');

export const PROJECT = {
  projectId: 'prj_jhxmen6hmjrjz3eugt5b3dus5r',
  name: 'Web shop',
  role: 'owner',
  createdAt: '2026-03-02T09:00:00.000Z',
  allowedOrigins: ['https://webshop.example'],
  allowedWidths: null,
  allowedHeights: null,
  presets: {},
  requireSignature: false,
  overQuota: 'refuse',
  watermark: null,
  overBandwidth: 'serve',
  quotaMode: 'enforce',
  temporaryLifeHours: 24,
  browserMaxAge: 86_400,
  keepDays: 0,
  defaultVisibility: 'public',
  fallbackImage: null,
  moderation: 'none',
  focalPoints: 'none',
  gamut: 'srgb',
  hdr: false,
  credit: 'drop',
  isDefault: true,
  state: 'live',
  purgeAt: null,
  suspension: null,
};

export const ACCOUNT = {
  accountId: 'acc_jhxmen6hmjrjz3eugt5b3dus5r',
  plan: {
    name: 'free',
    maxImages: 50,
    maxTransformationsPerMonth: 100,
    maxBandwidthBytesPerMonth: 1_000_000_000,
    maxProjects: 3,
    mayExceedQuota: false,
    refusesOverBandwidth: false,
  },
  createdAt: '2026-03-02T09:00:00.000Z',
  deletedAt: null as string | null,
  issuer: 'http://localhost/oidc',
  projects: { memberOf: 1, owned: 1 },
};

const usage = () => ({
  month: '2026-11',
  resetsAt: new Date(Date.now() + 9 * 86_400_000).toISOString(),
  images: { used: 41, limit: 50 },
  transformations: { used: 63, limit: 100 },
  bandwidthBytes: { used: 710_000_000, limit: 1_000_000_000 },
  topImages: [],
});

const DAY_MS = 86_400_000;

/** The last 31 days, today too. */
const usageByDay = () => ({
  days: Array.from({ length: 31 }, (_, at) => ({
    date: new Date(Date.now() - (30 - at) * DAY_MS).toISOString().slice(0, 10),
    images: at % 3,
    transformations: (at * 7) % 9,
    bandwidthBytes: ((at * 7) % 9) * 11_270_000,
  })),
});

/** An image's own numbers on the same days. */
const imageUsage = () => ({
  imageId: 'img_jhxmen6hmjrjz3eugt5b3dus5r',
  days: usageByDay().days.map(({ date }, at) => ({
    date,
    requests: ((at * 7) % 9) * 412,
    bandwidthBytes: ((at * 7) % 9) * 11_270_000,
  })),
});

/** Answers what every page asks for: projects, account, usage, and the bytes of images. */
export function answerExamples(service: FakeService, project: object = {}): void {
  service.answer('list-projects', () => ({ body: { projects: [{ ...PROJECT, ...project }] } }));
  service.answer('get-account', () => ({ body: ACCOUNT }));
  service.answer('get-usage', () => ({ body: usage() }));
  service.answer('get-usage-by-day', () => ({ body: usageByDay() }));
  service.answer('get-image-usage', () => ({ body: imageUsage() }));
  service.answer('list-image-versions', ({ imageId }: { imageId: string }) => ({
    body: { imageId, versions: [] },
  }));
  service.serve('/res/', (_, response) => {
    response.writeHead(200, { 'Content-Type': 'image/webp' }).end(PICTURE);
  });
}
