/** Loads the parts of tiles that the first chart does not wait for. */
export const loadLater = () => import('./later.ts');
