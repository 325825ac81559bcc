/** Whether Explore is for a person; not before it is known who they are. */
export function mayExplore(person: { readonly tier: string } | undefined): boolean {
  return person !== undefined && person.tier !== 'viewer';
}
