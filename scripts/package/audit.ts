import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundledIn } from './contents-of.ts';
import { dependenciesOf } from './dependencies-of.ts';
import type { Manifest } from './build-package.ts';

/** A package that ships. */
interface Shipped {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
}

/** Finds all that ships for Linux: what is bundled, what npm installs beside it, and Node. @param unpacked the package `orrery` */
export function shippedWith(unpacked: string): readonly Shipped[] {
  // Made by buildPackage.
  const { dependencies = {} } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as Manifest;
  const needed = ['x64', 'arm64'].flatMap((arch) =>
    dependenciesOf([...Object.keys(dependencies), `node-linux-${arch}`], { platform: 'linux', arch }),
  );
  const all = [...needed, ...bundledIn(unpacked)].map(({ name, version, integrity }) => ({ name, version, integrity }));
  return [...new Map(all.map((each) => [`${each.name} ${each.version}`, each])).values()];
}

/**
 * Asks the registry which of the packages have known vulnerabilities, by `npm audit`.
 *
 * @param registry absent: the one that npm is set to
 * @returns one line for each package with one; absent where the registry does not answer such questions
 */
export async function auditOf(packages: readonly Shipped[], registry?: string): Promise<readonly string[] | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-audit-'));
  try {
    const own = { name: 'what-ships', version: '1.0.0', private: true };
    // Two versions of one package have folders of their own, below aliases.
    const aliases = packages.map((each, index) => [`shipped-${index}`, each] as const);
    const dependencies = Object.fromEntries(
      aliases.map(([alias, { name, version }]) => [alias, `npm:${name}@${version}`]),
    );
    const entries = aliases.map(([alias, { name, version, integrity }]) => [
      `node_modules/${alias}`,
      { name, version, integrity, resolved: `https://registry.npmjs.org/${name}/-/package-${version}.tgz` },
    ]);
    const lock = {
      ...own,
      lockfileVersion: 3,
      packages: { '': { ...own, dependencies }, ...Object.fromEntries(entries) },
    };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...own, dependencies }));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
    const where = registry === undefined ? [] : [`--registry=${registry}`];
    const words = ['audit', '--omit=dev', '--package-lock-only', '--json', ...where];
    const printed = await promisify(execFile)('npm', words, { cwd: folder }).catch((error: unknown) => error); // with findings, it fails
    return findingsIn((printed as { readonly stdout?: string }).stdout ?? '');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Audit {
  readonly auditReportVersion?: number;
  readonly vulnerabilities?: Readonly<
    Record<
      string,
      {
        readonly severity: string;
        readonly via: readonly (string | { readonly title: string; readonly name: string })[];
      }
    >
  >;
}

function findingsIn(printed: string): readonly string[] | undefined {
  let answer: Audit | null;
  try {
    answer = JSON.parse(printed) as Audit | null; // as npm documents it
  } catch {
    return undefined;
  }
  const { auditReportVersion, vulnerabilities = {} } = answer ?? {};
  if (auditReportVersion !== 2) return undefined;
  return Object.values(vulnerabilities).flatMap(({ severity, via }) =>
    via.flatMap((each) => (typeof each === 'string' ? [] : [`${each.name}: ${each.title} (${severity})`])),
  );
}
