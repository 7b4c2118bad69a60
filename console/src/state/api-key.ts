import type { ListApiKeysAnswer } from 'imagewell-client';

/** A key of either kind, without its text; an upload key has no scopes. */
export type ApiKey = ListApiKeysAnswer['keys'][number];
export type KeyKind = 'api' | 'upload';
