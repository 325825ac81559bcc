/** Loads a package; replaced in tests. */
export type ImportPackage = (name: string) => Promise<unknown>;

/** Versions that were tried with the AI SDK of this version. */
const versions: ReadonlyMap<string, string> = new Map([
  ['@ai-sdk/amazon-bedrock', '5.0.101'],
  ['@ai-sdk/google-vertex', '5.0.141'],
]);

export class PackageMissing extends Error {
  constructor(path: string, options: ErrorOptions) {
    const name = path.split('/').slice(0, 2).join('/');
    const version = versions.get(name) ?? 'latest';
    super(
      `The package ${name} is not installed, or not in a version that fits. Install it next to Orrery: npm install ${name}@${version}`,
      options,
    );
    this.name = 'PackageMissing';
  }
}

/** The name is an argument, so that the package is no dependency: it is looked for when it is needed. */
export const importPackage: ImportPackage = (name) => import(name);

/** Loads a function of a package that may not be installed. @throws PackageMissing */
export async function makerIn(
  name: string,
  maker: string,
  load: ImportPackage,
): Promise<(settings: object) => (model: string) => unknown> {
  const loaded: unknown = await load(name).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')
      throw new PackageMissing(name, { cause: error });
    throw error;
  });
  const found: unknown = (loaded as Readonly<Record<string, unknown>>)[maker]; // a namespace of a module
  if (typeof found !== 'function') throw new PackageMissing(name, { cause: new Error(`it has no ${maker}`) });
  return found as (settings: object) => (model: string) => unknown;
}
