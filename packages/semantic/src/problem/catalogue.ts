import { modelMessages } from './model-messages.ts';
import { planMessages } from './plan-messages.ts';
import { queryMessages } from './query-messages.ts';

/** Every problem code with its sentence. `docs/problems.md` lists the same codes; a test compares both. */
export const catalogue = { ...modelMessages, ...queryMessages, ...planMessages };

type Catalogue = typeof catalogue;

export type CatalogueCode = keyof Catalogue;

export type CatalogueParams<C extends CatalogueCode> = Parameters<Catalogue[C]>[0];

export function sentence<C extends CatalogueCode>(code: C, params: CatalogueParams<C>): string {
  // Each entry takes exactly the parameters of its own code; the compiler cannot see that through the union.
  return (catalogue[code] as (params: CatalogueParams<C>) => string)(params);
}
