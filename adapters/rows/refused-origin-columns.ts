import type { RefusedOrigin } from '../../core/projects/refused-origins.ts';
import { type ColumnsOf, fields, list, number, text } from './columns.ts';

/** The web origins that a project refused. */
export const refusedOrigins = list(
  fields({ origin: text, count: number, lastAt: number } satisfies ColumnsOf<RefusedOrigin>),
);
