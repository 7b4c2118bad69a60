import type { SigningSecret } from '../../core/projects/signing-secrets.ts';
import { type ColumnsOf, number, text } from './columns.ts';

export const SIGNING_SECRET = {
  secretId: text,
  secret: text,
  createdAt: number,
} satisfies ColumnsOf<SigningSecret>;
