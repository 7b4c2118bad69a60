import type { DescribedProject } from '../../api/calls/shapes.ts';
import type { Member } from '../access/authorize-member.ts';
import { describeProject } from './describe-project.ts';

/** A project that the person belongs to, as they see it (projects.settings). */
export async function getProject(_services: unknown, member: Member): Promise<DescribedProject> {
  return describeProject(member);
}
