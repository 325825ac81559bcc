import type { components, operations, paths } from './served-types.ts';

/** The schemas of the Platform API by name: `PlatformSchemas['Dashboard']`. */
export type PlatformSchemas = components['schemas'];

/** Paths of the Platform API, each without and with a slash at its end: the server takes both. */
export type PlatformPaths = { readonly [Path in keyof paths as Path | `${Path}/`]: paths[Path] };

export type OperationId = keyof operations;

type ContentOf<OperationPart> = OperationPart extends { readonly content: infer Types } ? Types : never;

type BodyIn<Types> = Types extends { readonly 'application/json': infer RequestBody }
  ? RequestBody
  : Types extends { readonly 'application/zip': unknown }
    ? Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer>
    : never;

type AnswerIn<Types> = Types extends { readonly 'application/json': infer RequestBody }
  ? RequestBody
  : Types extends { readonly 'application/x-ndjson': unknown }
    ? AsyncIterable<unknown>
    : string;

type Success<Responses> = Responses[keyof Responses & (200 | 201 | 202 | 204)];

/** The result of an operation's function: JSON, a text, lines one by one, or nothing. */
export type PlatformAnswer<Id extends OperationId> =
  ContentOf<Success<operations[Id]['responses']>> extends infer Types
    ? [Types] extends [never]
      ? undefined
      : AnswerIn<Types>
    : never;

/** A program may pass what it may not change. */
type Immutable<T> = unknown extends T
  ? T
  : T extends Blob | ArrayBuffer | ArrayBufferView
    ? T
    : { readonly [Key in keyof T]: Immutable<T[Key]> };

type OperationPart<Id extends OperationId, Name extends 'path' | 'query'> = operations[Id]['parameters'] extends {
  readonly [N in Name]?: infer Given;
}
  ? NonNullable<Given>
  : never;

type RequiredKeys<T> = { [Key in keyof T]-?: Record<never, never> extends Pick<T, Key> ? never : Key }[keyof T];

/** A field of the input: absent where there is nothing to give, optional where nothing must be given. */
type InputField<Name extends string, Value> = [Value] extends [never]
  ? Record<never, never>
  : [RequiredKeys<Value>] extends [never]
    ? { readonly [N in Name]?: Immutable<Value> }
    : { readonly [N in Name]: Immutable<Value> };

type RequestBody<Id extends OperationId> = operations[Id] extends { readonly requestBody: infer Given }
  ? { readonly body: Immutable<BodyIn<ContentOf<Given>>> }
  : operations[Id] extends { readonly requestBody?: infer Given }
    ? [NonNullable<Given>] extends [never]
      ? Record<never, never>
      : { readonly body?: Immutable<BodyIn<ContentOf<NonNullable<Given>>>> }
    : Record<never, never>;

/** The parameters of an operation. */
export type PlatformInput<Id extends OperationId> = InputField<'path', OperationPart<Id, 'path'>> &
  InputField<'query', OperationPart<Id, 'query'>> &
  RequestBody<Id>;

export interface CallOptions {
  /** Ends the request, and the waits between its attempts. */
  readonly signal?: AbortSignal | undefined;
}

type OperationArguments<Id extends OperationId> = [RequiredKeys<PlatformInput<Id>>] extends [never]
  ? [input?: PlatformInput<Id>, options?: CallOptions]
  : [input: PlatformInput<Id>, options?: CallOptions];

/** A function for each operation, by its id. @throws OrreryError for every answer without success */
export type PlatformOperations = {
  readonly [Id in OperationId]: (...input: OperationArguments<Id>) => Promise<PlatformAnswer<Id>>;
};

/** Operations that answer with a list in pages. */
export type PagedId = {
  [Id in OperationId]: PlatformAnswer<Id> extends { readonly pageInfo: PlatformSchemas['PageInfo'] } ? Id : never;
}[OperationId];

export type PagesArguments<Id extends PagedId> = OperationArguments<Id>;
