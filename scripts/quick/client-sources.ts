/** Files that decide what `npm run client-types` writes, and the files that it writes: paths from the root, or their beginnings. */
const clientSources = [
  'packages/contract/',
  'packages/kernel/src/caller/oauth-scopes.ts',
  'packages/kernel/src/caller/role.ts',
  'packages/kernel/src/filter/',
  'packages/kernel/src/index.ts',
  'packages/server/src/openapi/',
  'packages/client/src/platform/served-',
  'packages/client/src/data/served-',
  'tests/generated-client/',
  'scripts/client-types.ts',
  'scripts/take-steps.ts',
  'package-lock.json',
];

/** Whether a file, as a path from the root, may change the generated files of the client package, or is one of them. */
export function decidesClientTypes(file: string): boolean {
  return clientSources.some((path) => file.startsWith(path));
}
