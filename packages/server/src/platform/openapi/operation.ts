import type { ZodObject, ZodType } from 'zod';

/** What a route of the Platform API is for, in the words and schemas of the API's description. */
export interface Operation {
  /** What generated clients call it. */
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  /** What its parameters are read by. */
  readonly query?: ZodObject;
  /** What its body is read by. */
  readonly body?: ZodType;
  /** The type of its body, where that is a file. */
  readonly archive?: 'application/zip';
  readonly answer: Answer;
  /** Takes no credential. */
  readonly isPublic?: true;
  /** For admins alone. */
  readonly isForAdmins?: true;
}

/** A body of JSON that fits a schema, a table in CSV, or nothing. */
export type Answer = ZodType | 'csv' | 'nothing';

/** By method and path, as the routes write it: `GET /users/:id`. */
export type Operations = Readonly<Record<string, Operation>>;
