import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../take-steps.ts';

export interface Platform {
  /** As Node names it: `linux`. */
  readonly platform: string;
  /** As Node names it: `x64`. */
  readonly arch: string;
}

/** A package of the lock file that is needed on a platform. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** Where npm installs it, from the root: `node_modules/pino`. */
  readonly folder: string;
  /** The hash of its file, as npm writes it: `sha512-...`. */
  readonly integrity: string;
  readonly license: string;
}

interface LockEntry {
  readonly version: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly libc?: string | readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Finds packages and all that they need on a platform with the library of GNU, in the versions of the lock file. */
export function dependenciesOf(names: readonly string[], platform: Platform): readonly LockedPackage[] {
  const packages = readLock();
  const found = new Map<string, LockedPackage>();
  const visit = (name: string, from: string): void => {
    const folder = nearest(name, from, packages);
    const entry = folder === undefined ? undefined : packages[folder];
    if (folder === undefined || !entry) throw new Error(`the lock file has no ${name}`);
    if (found.has(folder) || !fits(entry, platform)) return;
    const { version, integrity = '', license = 'see its files' } = entry;
    found.set(folder, { name, version, folder, integrity, license });
    for (const next of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) visit(next, folder);
  };
  for (const name of names) visit(name, '');
  return [...found.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** The hash of each package of the lock file, by name and version: `pino 10.4.0`. */
export function integritiesOfLock(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(readLock()).flatMap(([folder, { version, integrity }]) => {
      const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return integrity === undefined ? [] : [[`${name} ${version}`, integrity] as const];
    }),
  );
}

function readLock(): Readonly<Record<string, LockEntry>> {
  // npm has written it.
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockEntry>>;
  };
  return packages;
}

/** Finds a package as Node does: in the folder of the package that needs it, then in those around it. */
function nearest(name: string, from: string, packages: Readonly<Record<string, LockEntry>>): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const folder = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (folder in packages) return folder;
    if (at === '') return undefined;
  }
}

function fits({ os, cpu, libc }: LockEntry, { platform, arch }: Platform): boolean {
  const has = (allowed: string | readonly string[] | undefined, wanted: string) =>
    allowed === undefined || [allowed].flat().includes(wanted);
  return has(os, platform) && has(cpu, arch) && has(libc, 'glibc');
}
