/** Words for the values of dimensions of yes and no. */
export const truths: ReadonlyMap<string, 'true' | 'false'> = new Map([
  ['true', 'true'],
  ['yes', 'true'],
  ['false', 'false'],
  ['no', 'false'],
]);
