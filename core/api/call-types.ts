import type * as z from 'zod/mini';
import type { ImageId, TemporaryImageId } from '../images/ids.ts';
import type { ImageAddress } from '../images/image-reference.ts';
import type { JsonRequest, SentBytes } from './endpoint.ts';
import type { ENDPOINTS, EndpointName } from './endpoints.ts';
import type { ReferenceKind } from './fields.ts';

type Rows = typeof ENDPOINTS;

/** The authorization rule of a call. */
export type CredentialOf<Name extends EndpointName> = Rows[Name]['credential'];

/** The result of a call, by its response schema. */
export type ResultOf<Name extends EndpointName> = z.infer<Rows[Name]['response']>;

interface ReadReference {
  readonly image: ImageId;
  readonly temporary: TemporaryImageId;
  readonly address: ImageAddress;
}

/** A field's value as `readBody` reads it: references are ids. */
type ReadValue<Request extends JsonRequest, Field, Value> = Request extends {
  readonly references: Readonly<Record<Field & string, infer Kind extends ReferenceKind>>;
}
  ? ReadReference[Kind]
  : Request extends { readonly referenceLists: readonly (infer List)[] }
    ? Field extends List
      ? readonly ImageId[]
      : Value
    : Value;

/** The name under which a field is read. */
type ReadName<Request extends JsonRequest, Field> = Request extends { readonly readAs: infer Names }
  ? Field extends keyof Names
    ? Names[Field]
    : Field
  : Field;

/** The project is the authorized caller's, so that no use case can act on another. */
type OfCaller = 'projectId';

/** Every field under the name that it is read by, as though each were given. */
type Fields<Request extends JsonRequest> = {
  readonly [Field in Exclude<keyof z.infer<Request['schema']>, OfCaller> as ReadName<
    Request,
    Field
  > &
    string]-?: ReadValue<Request, Field, Exclude<z.infer<Request['schema']>[Field], undefined>>;
};

/** Exactly one of these fields. */
type OneOf<All, Names extends PropertyKey> = [Names] extends [never]
  ? unknown
  : {
      [Name in Names & keyof All]: Pick<All, Name> & {
        readonly [Other in Exclude<Names, Name>]?: never;
      };
    }[Names & keyof All];

/** One of these fields, the other field, or both. */
type OneOfOrBeside<All, Names extends PropertyKey, Beside> =
  | (OneOf<All, Names> & { readonly [Name in Beside & keyof All]?: All[Name] })
  | (Pick<All, Beside & keyof All> & { readonly [Name in Names]?: never });

type OfGroup<Request extends JsonRequest, Names extends PropertyKey, Rest> = Request extends {
  readonly orBeside: infer Beside extends string;
}
  ? Rest extends readonly []
    ? OneOfOrBeside<Fields<Request>, Names, Beside>
    : OneOf<Fields<Request>, Names>
  : OneOf<Fields<Request>, Names>;

/** One of each group. */
type OfEachGroup<Request extends JsonRequest, Groups> = Groups extends readonly [
  infer Group extends readonly string[],
  ...infer Rest,
]
  ? OfGroup<Request, ReadName<Request, Exclude<Group[number], OfCaller>> & string, Rest> &
      OfEachGroup<Request, Rest>
  : unknown;

type Grouped<Request extends JsonRequest> =
  | ReadName<Request, Request['exactlyOne'][number][number]>
  | (Request extends { readonly orBeside: infer Beside extends string } ? Beside : never);

type Flat<Type> = Type extends unknown ? { [Key in keyof Type]: Type[Key] } : never;

type JsonInput<Request extends JsonRequest> = Flat<
  OfEachGroup<Request, Request['exactlyOne']> &
    Partial<Omit<Fields<Request>, Grouped<Request> & PropertyKey>>
>;

/**
 * The input of a call's use case, inferred from its row: the fields of its schema except
 * `projectId`. References are ids, aliases have one name, and one field of each `exactlyOne` group
 * is there.
 */
export type InputOf<Name extends EndpointName> = Rows[Name]['request'] extends infer Request
  ? Request extends JsonRequest
    ? JsonInput<Request>
    : SentBytes
  : never;
