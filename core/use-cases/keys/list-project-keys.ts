import type { DescribedKey } from '../../api/calls/keys.ts';
import type { Services } from '../../ports/services.ts';
import type { KeyKind } from '../../projects/credentials.ts';
import type { Member } from '../access/authorize-member.ts';
import { describeKey } from './describe-key.ts';

type Needs = Pick<Services, 'clock' | 'keys'>;

/** A project's keys of a kind, oldest first, never the keys themselves (keys.shown-once). */
async function listProjectKeys(
  services: Needs,
  { project }: Member,
  kind: KeyKind,
): Promise<{ keys: DescribedKey[] }> {
  const ring = { projectId: project.projectId, kind };
  const keys = await services.keys.listKeys(ring, services.clock());
  return { keys: keys.map(describeKey) };
}

/** The API keys. */
export const listApiKeys = (services: Needs, member: Member) =>
  listProjectKeys(services, member, 'api');

/** The upload keys. */
export const listUploadKeys = (services: Needs, member: Member) =>
  listProjectKeys(services, member, 'upload');
