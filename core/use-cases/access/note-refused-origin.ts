import type { Services } from '../../ports/services.ts';
import { withRefusal } from '../../projects/refused-origins.ts';

/**
 * Records a refused origin for the project's admins (origins.refused-list), with at most one write
 * per minute and project. A failed write changes no response.
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
