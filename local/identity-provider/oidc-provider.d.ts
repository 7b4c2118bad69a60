/** oidc-provider brings no types; this is as much of it as is used here. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';
  import type { EntryAdapter } from '../../adapters/sqlite/sign-in/sign-in-entries.ts';

  export interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }
  export interface OidcContext {
    readonly body?: unknown;
    readonly oidc: {
      readonly client: { readonly clientId: string };
      readonly session: { readonly accountId: string; grantIdFor(clientId: string): string };
      readonly provider: Provider;
      readonly entities: Readonly<Record<string, { readonly authTime?: number } | undefined>>;
    };
  }
  export interface GrantContext {
    readonly oidc: { readonly params: { readonly grant_type: string } };
  }
  export interface Interaction {
    readonly uid: string;
    readonly prompt: { readonly name: string };
    readonly params: Readonly<Record<string, unknown>>;
  }
  export interface NewSession {
    readonly id: string;
    loginAccount(details: { readonly accountId: string; readonly loginTs: number }): void;
    save(seconds: number): Promise<string>;
  }
  export interface CookieContext {
    readonly cookies: { set(name: string, value: string, options: object): void };
  }
  export class Provider {
    constructor(issuer: string, setup: object);
    readonly Grant: {
      new (of: { readonly clientId: string; readonly accountId: string }): Grant;
      find(id: string): Promise<Grant | undefined>;
    };
    readonly Session: new () => NewSession;
    /** Whether `X-Forwarded-*` are read. */
    proxy: boolean;
    cookieName(type: 'session'): string;
    createContext(request: IncomingMessage, response: ServerResponse): CookieContext;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionResult(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
    ): Promise<string>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
    ): Promise<void>;
    on(event: 'server_error', hear: (context: unknown, error: Error) => void): this;
    on(event: 'grant.success', hear: (context: GrantContext) => void): this;
  }
  export type AdapterFactory = (model: string) => EntryAdapter;
}
