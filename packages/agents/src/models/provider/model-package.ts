import { PackageMissing } from '../package-missing.ts';

/** Loads a package; replaced in tests. */
export type ImportPackage = (name: string) => Promise<unknown>;

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
