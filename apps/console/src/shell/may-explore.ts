import { facts } from '../page/facts.ts';

/** Whether Explore is for a person; not before it is known who they are. Viewers in creator mode may. */
export function mayExplore(person: { readonly tier: string } | undefined): boolean {
  return person !== undefined && (person.tier !== 'viewer' || facts.app !== undefined);
}
