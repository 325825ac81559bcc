/** Whether somebody may change an item that they see; not before it is known. */
export function mayEdit(item: { readonly access?: 'view' | 'edit' | 'full' | undefined } | undefined): boolean {
  return item?.access === 'edit' || item?.access === 'full';
}
