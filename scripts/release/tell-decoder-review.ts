/** `node scripts/release/tell-decoder-review.ts`: prints `isDue=…` and `text=…` for a workflow. */
import { readFileSync } from 'node:fs';
import { reviewAt } from './decoder-review.ts';

const { isDue, text } = reviewAt(readFileSync('SECURITY.md', 'utf8'), new Date());
console.log(`isDue=${isDue}\ntext=${text}`);
