import { type output, type ZodType } from 'zod';
import { RequestError } from '../http/errors.ts';

interface Detail {
  readonly path: string;
  readonly message: string;
}

/** Fields of a request are wrong; all of them are listed. */
export class InvalidFields extends RequestError {
  readonly status = 400;
  readonly details: readonly Detail[];

  constructor(details: readonly Detail[]) {
    const [first] = details;
    super('request.invalid', first ? `${first.path || 'body'}: ${first.message}` : 'The request is not valid');
    this.details = details;
  }
}

/** What the schema reads of `given`; keys that it does not name are left out. @throws InvalidFields */
export function readFields<S extends ZodType>(schema: S, given: unknown): output<S> {
  const { data, error } = schema.safeParse(given ?? {});
  if (!error) return data as output<S>; // what the schema gives when there is no error
  throw new InvalidFields(error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
}
