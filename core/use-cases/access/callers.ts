import type { Role } from '../../accounts/roles.ts';
import type { CredentialOf, InputOf, ResultOf } from '../../api/call-types.ts';
import type { EndpointName } from '../../api/endpoints.ts';
import type { Caller, KeyCaller } from './authenticate.ts';
import type { User } from './authenticate-user.ts';
import type { Member } from './authorize-member.ts';

/**
 * A user whose call outlives its project: the use case looks first for what is theirs without it,
 * and has them authorized as a member for all else.
 */
export interface Applicant extends User {
  readonly projectId: string;
  /** Throws what authorizeMember throws. */
  authorize(): Promise<Member>;
}

type CallerBy<Credential> = Credential extends { readonly kind: 'uploadKey' }
  ? KeyCaller
  : Credential extends { readonly kind: 'apiKey'; readonly isForAccountToo: true }
    ? Caller | User
    : Credential extends { readonly kind: 'apiKey' }
      ? Caller
      : Credential extends { readonly outlivesProject: true }
        ? Applicant
        : Credential extends { readonly role: Role }
          ? Member
          : Credential extends { readonly role: null }
            ? User
            : never;

/** Who a use case is run for, by the authorization rule of its row. */
export type CallerOf<Name extends EndpointName> = CallerBy<CredentialOf<Name>>;

/** Whoever the middleware lets in. */
export type AnyCaller = Caller | KeyCaller | User | Member | Applicant;

/** What carries out a call: its caller, its input and its answer are those of its row. */
export type UseCase<Name extends EndpointName, Needs> = (
  services: Needs,
  caller: CallerOf<Name>,
  input: InputOf<Name>,
) => Promise<ResultOf<Name>>;
