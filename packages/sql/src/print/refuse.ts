import { refuseUnsupported } from '../refusal.ts';

/** @throws StatementRefused for a part of a query that no SQL over the model says */
export function refuseForm(what: string, hint?: string): never {
  return refuseUnsupported('sql.no-form', `${what} has no form in SQL over the model`, undefined, hint);
}
