import * as z from 'zod/mini';
import { ROLES } from '../../accounts/roles.ts';

/** A role in a project, in a response. */
export const roleSchema = z.enum(ROLES);
