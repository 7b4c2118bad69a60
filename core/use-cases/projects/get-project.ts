import type { DescribedProject } from '../../api/calls/projects.ts';
import type { Member } from '../access/authorize-member.ts';
import { describeProject } from './describe-project.ts';

/** A project of the user, as its member sees it (projects.settings). */
export async function getProject(_services: unknown, member: Member): Promise<DescribedProject> {
  return describeProject(member);
}
