import type { input, output, ZodObject, ZodType } from 'zod';
import type { Takes } from './takes.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One thing that can be asked over HTTP: the server serves it as it stands here, and describes it so. */
export interface Operation<Path extends string = string> extends Details {
  readonly method: Method;
  /** Below the base of its face, as routers write it: `/users/:id`. */
  readonly path: Path;
  /** Of an answer that is no error. */
  readonly status: number;
}

interface Details {
  /** The name that generated clients give it. */
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly takes: Takes;
  /** The thing that `:id` counts, as refusals name it: `API key`. Other numbers are named after their thing. */
  readonly idOf?: string;
  /** The rows it counts are numbered without end. */
  readonly isEndless?: true;
  /** Reads the parameters of the query string. */
  readonly query?: ZodObject;
  /** Reads the body. */
  readonly body?: ZodType;
  /** The type of a body that is a file. */
  readonly archive?: 'application/zip';
  readonly answer: Answer;
  readonly status?: number;
  /** Takes the same with this method too, of which parameters hold what the body would. */
  readonly alsoBy?: Method;
  /** A body that it takes. */
  readonly example?: unknown;
}

/** JSON that fits a schema, a table in CSV, other text, or no body. */
type Answer = ZodType | 'csv' | 'text' | 'nothing';

type Example<D> = D extends { readonly body: infer Body extends ZodType }
  ? { readonly example: input<Body> }
  : { readonly example?: never };

type Named<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Named<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Numbers in the path, by the names that the path gives them. */
export type NumbersOf<O extends Operation> = Readonly<Record<Named<O['path']>, number>>;
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
