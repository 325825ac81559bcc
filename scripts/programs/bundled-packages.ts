import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** @returns the folders of the installed packages that these modules belong to */
export function bundledPackages(modules: readonly string[]): readonly string[] {
  const folders = modules.filter((file) => file.includes(`${sep}node_modules${sep}`)).map(packageOf);
  return [...new Set(folders)].toSorted();
}

function packageOf(file: string): string {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    // Some packages contain manifests without a name, which only set the type of their modules.
    if (existsSync(manifest) && 'name' in JSON.parse(readFileSync(manifest, 'utf8'))) return folder;
  }
  throw new Error(`${file} belongs to no package`);
}
