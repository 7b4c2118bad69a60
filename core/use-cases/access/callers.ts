import type { Role } from '../../accounts/roles.ts';
import type { CredentialOf, InputOf, ResultOf } from '../../api/call-types.ts';
import type { EndpointName } from '../../api/endpoints.ts';
import type { Visitor } from './admit-visitor.ts';
import type { Caller, KeyCaller } from './authenticate.ts';
import type { User } from './authenticate-user.ts';
import type { Member } from './authorize-member.ts';

/**
 * A user whose call outlives its project. The use case first reads the user's own records without
 * the project, and authorizes them as a member for everything else.
 */
export interface Applicant extends User {
  readonly projectId: string;
  /** Throws the errors of authorizeMember. */
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
            : Credential extends { readonly kind: 'invitation' }
              ? Visitor
              : never;

/** The caller of a use case, by the authorization rule of its row. */
export type CallerOf<Name extends EndpointName> = CallerBy<CredentialOf<Name>>;

/** Any authorized caller. */
export type AnyCaller = Caller | KeyCaller | User | Member | Applicant | Visitor;

/** The use case of a call: its caller, its input and its result are those of its row. */
export type UseCase<Name extends EndpointName, Needs> = (
  services: Needs,
  caller: CallerOf<Name>,
  input: InputOf<Name>,
) => Promise<ResultOf<Name>>;
