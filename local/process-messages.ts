/** What parent and function process say to each other; bytes travel as bytes (structured clone). */
export type ToProcess =
  | {
      readonly type: 'invoke';
      readonly id: number;
      readonly event: unknown;
      readonly requestId: string;
      /** Milliseconds of the Unix epoch: when the function's time is over. */
      readonly deadline: number;
    }
  | { readonly type: 'purged'; readonly purge: number };

export type FromProcess =
  | { readonly type: 'ready' }
  | { readonly type: 'hand-over'; readonly id: number }
  | { readonly type: 'result'; readonly id: number; readonly result: unknown }
  | { readonly type: 'failed'; readonly id: number; readonly message: string }
  | {
      readonly type: 'head';
      readonly id: number;
      readonly statusCode: number;
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly type: 'chunk'; readonly id: number; readonly bytes: Uint8Array }
  /** The invocation is over; `mayStay` is false where this process should take no other. */
  | { readonly type: 'done'; readonly id: number; readonly mayStay: boolean }
  | { readonly type: 'purge'; readonly purge: number; readonly ids: readonly string[] };

/** What a function process is started with, as one JSON argument. */
export interface ProcessArguments<Settings> {
  readonly functionName: string;
  readonly role: 'light' | 'heavy';
  readonly lockFile: string;
  readonly settings: Settings;
}
