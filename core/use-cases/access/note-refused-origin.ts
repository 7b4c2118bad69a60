import type { Services } from '../../ports/services.ts';
import { withRefusal } from '../../projects/refused-origins.ts';

/**
 * Notes that pages of an origin tried to upload and were refused, for the project's admins to see
 * (origins.refused-list): at most one write a minute a project. No answer waits longer, or is
 * another, because it can't be written.
 */
export async function noteRefusedOrigin(
  { clock, refusedOrigins, log }: Pick<Services, 'clock' | 'refusedOrigins' | 'log'>,
  projectId: string,
  origin: string,
): Promise<void> {
  try {
    const before = await refusedOrigins.getRefused(projectId);
    const after = withRefusal(before, origin, clock());
    if (after) await refusedOrigins.replaceRefused(projectId, after);
  } catch (error) {
    log.info('refused origin not recorded', { projectId, error: error as Error });
  }
}
