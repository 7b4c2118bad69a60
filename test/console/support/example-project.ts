import { PROJECT } from './example-answers.ts';
import { answerImages, type ExampleImage } from './example-images.ts';
import { inHours } from './example-team.ts';
import type { FakeService } from './fake-service.ts';

const STEPS = ['marked', 'images_closed', 'edge_invalidated', 'images_removed', 'keys_removed'];

/** The secret of docs/signed-urls.md. */
export const SECRET = '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5';

export interface ExampleProject {
  /** As the service has it now. */
  readonly now: () => typeof PROJECT;
  readonly images: ExampleImage[];
}

/** A project with origins, presets and a secret, and the calls that change and end it. */
export function answerProject(service: FakeService, more: object = {}): ExampleProject {
  const project = {
    ...PROJECT,
    allowedOrigins: ['https://webshop.example', 'https://*.webshop.example', 'http://localhost:*'],
    presets: {
      card: 'width=300&height=200&quality=70',
      hero: 'width=1600&height=900&position=attention',
      'soft-detail': 'crop=0,0,1200,1200&blur=2&grayscale=true',
    },
    isDefault: false,
    ...more,
  };
  const secrets = [
    { secretId: `sec_${'b'.repeat(26)}`, lastFour: 'kP2x', createdAt: inHours(-900) },
  ];
  let kind: 'delete' | 'empty' | null = project.state === 'deleting' ? 'delete' : null;
  const images = answerImages(service, 6);
  service.answer('list-projects', () => ({ body: { projects: [project] } }));
  service.answer('get-project', () => ({ body: project }));
  service.answer('update-project', (sent: object) => {
    Object.assign(project, sent);
    return { body: project };
  });
  service.answer('list-refused-origins', () => ({
    body: {
      origins: [
        { origin: 'https://preview.webshop.example:8443', count: 12, lastRefusedAt: inHours(-0.2) },
        { origin: 'http://192.168.0.12:5173', count: 1, lastRefusedAt: inHours(-50) },
      ].filter(({ origin }) => !project.allowedOrigins.includes(origin)),
    },
  }));
  service.answer('list-signing-secrets', () => ({ body: { secrets } }));
  service.answer('create-signing-secret', () => {
    const made = { secretId: `sec_${'c'.repeat(26)}`, createdAt: inHours(0) };
    secrets.push({ ...made, lastFour: SECRET.slice(-4) });
    return { body: { ...made, secret: SECRET } };
  });
  service.answer('revoke-signing-secret', ({ secretId }: { secretId: string }) => {
    secrets.splice(
      secrets.findIndex((one) => one.secretId === secretId),
      1,
    );
    return { body: { message: 'signing_secret_revoked' } };
  });
  service.answer('explain-transformation', ({ imageUrl }: { imageUrl: string }) => {
    const isStored = /preset=card|width=300/.test(imageUrl);
    const [width, height] = isStored ? [300, 200] : [1600, 900];
    return {
      body: {
        imageId: images[0]?.imageId,
        parameters: {},
        ignored: [],
        didYouMean: [],
        errors: [],
        output: { format: 'webp', width, height },
        renditionKey: imageUrl,
        stored: isStored,
        transformations: isStored ? 0 : 1,
      },
    };
  });
  service.answer('delete-project', ({ now }: { now?: boolean }) => {
    kind = 'delete';
    const purgeAt = inHours(now ? 0 : 168);
    Object.assign(project, { state: 'deleting', purgeAt });
    const { projectId } = project;
    return { body: { message: 'project_marked_for_deletion', projectId, purgeAt } };
  });
  service.answer('restore-project', () => {
    kind = null;
    return { body: Object.assign(project, { state: 'live', purgeAt: null }) };
  });
  service.answer('empty-project', () => {
    kind = 'empty';
    const { projectId } = project;
    return { body: { message: 'project_marked_for_emptying', projectId } };
  });
  service.answer('get-project-deletion-status', () => ({
    body: {
      projectId: project.projectId,
      name: project.name,
      kind,
      state: kind === null ? 'live' : kind === 'delete' ? 'waiting' : 'purged',
      purgeAt: project.purgeAt,
      purgedAt: null,
      steps: STEPS.map((step, at) => ({
        step,
        at: at === 0 || kind === 'empty' ? inHours(0) : null,
        count: at === 3 && kind === 'empty' ? 41 : null,
      })),
    },
  }));
  return { now: () => project, images };
}
