import type { FoundFacts } from '../../core/images/search/terms.ts';
import type { ColumnsOf } from './columns.ts';
import { FACTS, IMAGE } from './image-columns.ts';

/** The facts of a file by which its image is found; both databases read no others for that. */
export const FOUND_FILE = {
  format: FACTS.format,
  sha256: FACTS.sha256,
  originalFilename: FACTS.originalFilename,
} satisfies ColumnsOf<Pick<FoundFacts, 'format' | 'sha256' | 'originalFilename'>>;

/** All facts by which an image is found. */
export const FOUND_FACTS = {
  format: FOUND_FILE.format,
  sha256: FOUND_FILE.sha256,
  originalFilename: FOUND_FILE.originalFilename,
  state: IMAGE.state,
  metadata: IMAGE.metadata,
} satisfies ColumnsOf<FoundFacts>;
