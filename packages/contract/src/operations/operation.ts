import type { input, output, ZodObject, ZodType } from 'zod';
import type { Takes } from './takes.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One operation over HTTP. The server serves it, and describes it, from this definition. */
export interface Operation<Path extends string = string> extends Details {
  readonly method: Method;
  /** Path below the base of its face, as routers write it: `/users/:id`. */
  readonly path: Path;
  /** Status of a successful answer. */
  readonly status: number;
}

interface Details {
  /** The name that generated clients give it. */
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly takes: Takes;
  /**
   * The kind of object that `:id` identifies, for error messages: `API key`. Other ids are named after their objects.
   */
  readonly idOf?: string;
  /** Set when ids of these rows may exceed nine digits. */
  readonly isEndless?: true;
  /** Reads the parameters of the query string. */
  readonly query?: ZodObject;
  /** Reads the body. */
  readonly body?: ZodType;
  /** Describes the body where a parser of the face reads it, and not a schema. */
  readonly reads?: ZodType;
  /** Largest body, where it may be larger than those of other operations. */
  readonly bodyBytes?: number;
  /** The type of a body that is a file. */
  readonly archive?: 'application/zip' | 'multipart/form-data';
  readonly answer: AnswerForm;
  readonly status?: number;
  /** Whether the request may contradict what is stored, which is 409. */
  readonly mayConflict?: true;
  /** Whether a thing that the body or the query names may not be there, which is 404. */
  readonly mayMiss?: true;
  /** Whether rows that are not there yet are answered with `Continue wait`. */
  readonly mayWait?: true;
  /** Second method that takes the same input; its query parameters hold the fields of the body. */
  readonly alsoBy?: Method;
  /** An example of a valid body. */
  readonly example?: unknown;
}

/** JSON that fits a schema, lines of JSON (`records`: each sent at once, as clients of chats read them), a table in CSV, other text, or no body. */
type AnswerForm = ZodType | 'lines' | 'records' | 'csv' | 'text' | 'nothing';

type Example<D> = D extends { readonly body: infer Body extends ZodType }
  ? { readonly example: input<Body> }
  : D extends { readonly reads: infer Body extends ZodType }
    ? { readonly example?: input<Body> }
    : { readonly example?: never };

type PathNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Parameters of paths that are texts, in addition to those whose name ends in `Name`. */
const textParameters = ['publicId', 'agentId', 'chatId'] as const;

/** The parameters of a path: texts or numbers, by their names. */
export type ParametersOf<O extends Operation> = {
  readonly [Name in PathNames<O['path']>]: Name extends `${string}Name` | (typeof textParameters)[number]
    ? string
    : number;
};

/** Whether a parameter of a path is a text. */
export function isNameParameter(name: string): boolean {
  return name.endsWith('Name') || textParameters.some((each) => each === name);
}

export type QueryOf<O> = O extends { readonly query: infer Query extends ZodType } ? output<Query> : undefined;
export type BodyOf<O> = O extends { readonly body: infer Body extends ZodType } ? output<Body> : undefined;
export type AnswerOf<O> = O extends { readonly answer: infer Body extends ZodType } ? output<Body> : undefined;

function operation(method: Method) {
  return <Path extends string, D extends Details>(path: Path, details: D & Example<D>) => {
    const status = details.answer === 'nothing' ? 204 : 200;
    return { status, ...details, method, path };
  };
}

export const get = operation('GET');
export const post = operation('POST');
export const put = operation('PUT');
export const patch = operation('PATCH');
export const remove = operation('DELETE');
