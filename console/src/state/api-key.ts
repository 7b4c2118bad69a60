import type { ListApiKeysResult } from 'imagewell-client';

/** A key of either kind, without its text; an upload key has no scopes. */
export type ApiKey = ListApiKeysResult['keys'][number];
export type KeyKind = 'api' | 'upload';
