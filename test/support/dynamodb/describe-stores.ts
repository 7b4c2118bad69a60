import { describe, expect, it } from 'vitest';
import { createDynamoAccountDirectory } from '../../../adapters/dynamodb/accounts/account-directory.ts';
import { createDynamoAccountStore } from '../../../adapters/dynamodb/accounts/account-store.ts';
import { createDynamoAuditStore } from '../../../adapters/dynamodb/accounts/audit-store.ts';
import { createDynamoImageStore } from '../../../adapters/dynamodb/images/image-store.ts';
import { createDynamoTakedowns } from '../../../adapters/dynamodb/images/takedowns.ts';
import { createDynamoKeyStore } from '../../../adapters/dynamodb/keys/key-store.ts';
import { createDynamoSigningSecretStore } from '../../../adapters/dynamodb/keys/signing-secret-store.ts';
import { createDynamoMembershipStore } from '../../../adapters/dynamodb/members/membership-store.ts';
import { createDynamoProjectDataCleanup } from '../../../adapters/dynamodb/projects/project-data-cleanup.ts';
import { createDynamoProjectDeletions } from '../../../adapters/dynamodb/projects/project-deletions.ts';
import { createDynamoProjectMarks } from '../../../adapters/dynamodb/projects/project-marks.ts';
import { createDynamoProjectStore } from '../../../adapters/dynamodb/projects/project-store.ts';
import { createDynamoRefusedOriginStore } from '../../../adapters/dynamodb/projects/refused-origin-store.ts';
import { createDynamoRouteStore } from '../../../adapters/dynamodb/projects/route-store.ts';
import { createDynamoRateCounter } from '../../../adapters/dynamodb/uploads/rate-counter.ts';
import { createDynamoUsageStore } from '../../../adapters/dynamodb/usage/usage-store.ts';
import { createDynamoDeliveryStore } from '../../../adapters/dynamodb/webhooks/delivery-store.ts';
import { createDynamoWebhookStore } from '../../../adapters/dynamodb/webhooks/webhook-store.ts';
import { PLANS } from '../../../core/projects/plans.ts';
import { DEFAULT_SETTINGS } from '../../../core/projects/project-settings.ts';
import { describeAuditStore } from '../../contract/audit-store.ts';
import { describeDirectUploadStore } from '../../contract/direct-upload-store.ts';
import { describeImageLists } from '../../contract/image-lists.ts';
import { describeImageStore } from '../../contract/image-store.ts';
import { describeImageVersions } from '../../contract/image-versions.ts';
import { describeKeptImages } from '../../contract/images/kept-images.ts';
import { describeKeyStore } from '../../contract/key-store.ts';
import { describeOperatorStores } from '../../contract/operator-stores.ts';
import { describeOwnershipTransfers } from '../../contract/ownership-transfers.ts';
import { describeProjectDeletions } from '../../contract/project-deletions.ts';
import { describeProjectStore } from '../../contract/project-store.ts';
import { describeRefusedOriginStore } from '../../contract/refused-origin-store.ts';
import { describeRenditionStore } from '../../contract/rendition-store.ts';
import { describeReviews } from '../../contract/reviews.ts';
import { describeRouteStore } from '../../contract/route-store.ts';
import { describeImageSearch } from '../../contract/search/image-search.ts';
import { describeTeamStores } from '../../contract/team-stores.ts';
import { describeThumbnailStores } from '../../contract/thumbnail-stores.ts';
import { describeUsageStore } from '../../contract/usage-store.ts';
import { describeUserStores } from '../../contract/user-stores.ts';
import { describeWebhookStores } from '../../contract/webhook-stores.ts';
import { withPatience } from '../waits/until-not-busy.ts';
import {
  createDirectUploadStores,
  createImageStores,
  createRenditionStores,
  createTeamStores,
  createThumbnailStores,
  type OpenTables,
} from './open-stores.ts';

/** The suites of every port over DynamoDB, against new tables of this kind. */
export function describeDynamoStores(name: string, open: OpenTables): void {
  describeImageStore(name, () => createImageStores(open));
  describeImageLists(name, () => createImageStores(open));
  describeImageSearch(name, () => createImageStores(open));
  describeReviews(name, () => createImageStores(open));
  describeImageVersions(name, () => createImageStores(open));
  describeKeptImages(name, () => createImageStores(open));
  describeRenditionStore(name, () => createRenditionStores(open));
  describeThumbnailStores(name, () => createThumbnailStores(open));
  describeUsageStore(name, async () => {
    const { first, second, names, remove } = await open();
    const stores = [
      withPatience(createDynamoUsageStore(first, names.usage)),
      withPatience(createDynamoUsageStore(second, names.usage)),
    ] as const;
    return { stores, remove };
  });
  describeOperatorStores(name, async () => {
    const { first, second, names, remove } = await open();
    return {
      directory: withPatience(createDynamoAccountDirectory(first, names.projects)),
      projectMarks: withPatience(createDynamoProjectMarks(first, names.projects)),
      takeDowns: withPatience(createDynamoTakedowns(first, names.images)),
      projects: withPatience(createDynamoProjectStore(second, names.projects)),
      images: withPatience(createDynamoImageStore(second, names)),
      remove,
    };
  });
  describeUserStores(name, async () => {
    const { first, second, names, projects, remove } = await open();
    return {
      accounts: [
        withPatience(createDynamoAccountStore(first, names)),
        withPatience(createDynamoAccountStore(second, names)),
      ],
      memberships: [
        withPatience(createDynamoMembershipStore(first, names)),
        withPatience(createDynamoMembershipStore(second, names)),
      ],
      projects,
      remove,
    };
  });
  describeWebhookStores(name, async () => {
    const { first, second, names, remove } = await open();
    return {
      webhooks: [
        withPatience(createDynamoWebhookStore(first, names.webhooks)),
        withPatience(createDynamoWebhookStore(second, names.webhooks)),
      ],
      deliveries: [
        withPatience(createDynamoDeliveryStore(first, names.webhooks)),
        withPatience(createDynamoDeliveryStore(second, names.webhooks)),
      ],
      remove,
    };
  });
  describeAuditStore(name, async () => {
    const { first, second, names, remove } = await open();
    const stores = [
      withPatience(createDynamoAuditStore(first, names.audit)),
      withPatience(createDynamoAuditStore(second, names.audit)),
    ] as const;
    return { stores, remove };
  });
  describeTeamStores(name, () => createTeamStores(open));
  describeOwnershipTransfers(name, () => createTeamStores(open));
  describeKeyStore(name, async () => {
    const { first, second, names, projects, remove } = await open();
    const stores = [
      withPatience(createDynamoKeyStore(first, names.keys)),
      withPatience(createDynamoKeyStore(second, names.keys)),
    ] as const;
    return { stores, projects, remove };
  });
  describeRouteStore(name, async () => {
    const { first, second, names, remove } = await open();
    return {
      routes: withPatience(createDynamoRouteStore(first, names.images)),
      cleanup: withPatience(createDynamoProjectDataCleanup(second, names)),
      remove,
    };
  });
  describeProjectDeletions(name, async () => {
    const { first, second, names, projects, remove } = await open();
    return {
      deletions: [
        withPatience(createDynamoProjectDeletions(first, names.projects)),
        withPatience(createDynamoProjectDeletions(second, names.projects)),
      ],
      images: [
        withPatience(createDynamoImageStore(first, names)),
        withPatience(createDynamoImageStore(second, names)),
      ],
      remains: withPatience(createDynamoProjectDataCleanup(second, names)),
      usage: withPatience(createDynamoUsageStore(first, names.usage)),
      accounts: withPatience(createDynamoAccountStore(first, names)),
      memberships: withPatience(createDynamoMembershipStore(first, names)),
      keys: withPatience(createDynamoKeyStore(first, names.keys)),
      secrets: withPatience(createDynamoSigningSecretStore(first, names.projects)),
      webhooks: withPatience(createDynamoWebhookStore(first, names.webhooks)),
      projects,
      remove,
    };
  });
  describeProjectStore(name, async () => {
    const { first, second, names, projects, remove } = await open();
    return {
      stores: [projects, withPatience(createDynamoProjectStore(second, names.projects))],
      secrets: [
        withPatience(createDynamoSigningSecretStore(first, names.projects)),
        withPatience(createDynamoSigningSecretStore(second, names.projects)),
      ],
      remove,
    };
  });
  describeDirectUploadStore(name, () => createDirectUploadStores(open));
  describeRefusedOriginStore(name, async () => {
    const { first, second, names, remove } = await open();
    const stores = [
      withPatience(createDynamoRefusedOriginStore(first, names.usage)),
      withPatience(createDynamoRefusedOriginStore(second, names.usage)),
    ] as const;
    return { stores, remove };
  });

  describe(`a rate counter: ${name}`, () => {
    it('counts each counter in its window, over all clients (uploads.rate-limit)', async () => {
      const { first, second, names, remove } = await open();
      const oneCounter = withPatience(createDynamoRateCounter(first, names.usage));
      const two = withPatience(createDynamoRateCounter(second, names.usage));
      const counts = await Promise.all(
        Array.from({ length: 10 }, (_, i) => (i % 2 ? oneCounter : two).countUp('a', 0, 60_000)),
      );
      expect(counts.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      expect(await oneCounter.countUp('a', 60_000, 120_000)).toBe(1);
      expect(await oneCounter.countUp('b', 0, 60_000)).toBe(1);
      await remove();
    });
  });

  describe(`projects: ${name}`, () => {
    it('gives back each stored project, an account’s oldest first (projects.settings)', async () => {
      const { projects, remove } = await open();
      const project = { accountId: 'acc_a', name: 'p', allowedOrigins: [], plan: PLANS.free };
      await projects.addProject({ ...project, projectId: 'prj_b', createdAt: 2 });
      await projects.addProject({ ...project, projectId: 'prj_a', createdAt: 1 });
      await projects.setAllowedOrigins('prj_a', ['https://a.example']);
      await projects.setAllowedOrigins('prj_unknown', []);
      const listed = await projects.listProjects('acc_a');
      expect(listed.map(({ projectId }) => projectId)).toEqual(['prj_a', 'prj_b']);
      expect(await projects.getProject('prj_a')).toEqual({
        ...project,
        projectId: 'prj_a',
        createdAt: 1,
        allowedOrigins: ['https://a.example'],
        settings: DEFAULT_SETTINGS,
        isDefault: false,
        deletion: null,
      });
      expect(await projects.listProjects('acc_none')).toEqual([]);
      await remove();
    });
  });
}
