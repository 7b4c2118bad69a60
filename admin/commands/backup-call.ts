import type { GlobalOptions } from '../../cli/service/find-service.ts';
import type { Session } from '../../cli/session.ts';

/** The options of these commands. */
export interface BackupCommandOptions extends GlobalOptions {
  readonly objects?: string;
  readonly quick?: boolean;
  readonly copy?: boolean;
  readonly skipDamaged?: boolean;
  readonly repair?: boolean;
  readonly from?: string;
  readonly stack?: string;
  readonly only?: string;
  readonly baseUrl?: string;
  readonly cdnUrl?: string;
}

export interface BackupCall {
  readonly session: Session;
  readonly options: BackupCommandOptions;
  readonly folder: string | undefined;
}
