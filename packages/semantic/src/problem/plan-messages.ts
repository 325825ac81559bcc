/** Sentences about planning: join paths, row multiplication, what a dialect can do. */
export const planMessages = {
  'plan.no-join-path': (p: { cubes: readonly string[] }) =>
    `Can't find join path to join ${p.cubes.map((cube) => `'${cube}'`).join(', ')}`,
  'plan.ambiguous-join-path': (p: { from: string; to: string; paths: readonly string[] }) =>
    `There is more than one join path from '${p.from}' to '${p.to}': ${p.paths.map((path) => `'${path}'`).join(', ')}`,
} as const;
