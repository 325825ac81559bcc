import type { Manifest } from 'vite';
import { applicationFrame, type AppPage, pages, workspace } from '../../apps/console/src/pages.ts';
import { entry } from './console-config.ts';

interface Files {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** Which files each page needs before it shows anything, for the server, which has them loaded at once. */
export function pagesOf(manifest: Manifest, files: readonly string[]) {
  const first = manifest[entry];
  if (!first) throw new Error(`nothing was built of ${entry}`);
  const filesOf = (sources: readonly string[]): Files => {
    const chunks = new Set<string>();
    const collect = (name: string) => {
      if (chunks.has(name)) return;
      if (!manifest[name]) throw new Error(`nothing was built of ${name}`);
      chunks.add(name);
      for (const each of manifest[name].imports ?? []) collect(each);
    };
    for (const each of [entry, ...sources]) collect(each);
    const all = [...chunks].flatMap((name) => manifest[name] ?? []);
    return {
      scripts: [...new Set(all.map(({ file }) => file).filter((file) => file !== first.file))],
      styles: [...new Set(all.flatMap(({ css = [] }) => css))],
    };
  };
  const named = (pattern: RegExp) => files.filter((file) => pattern.test(file));
  return {
    script: first.file,
    fonts: named(/^inter-latin-wght-normal-.*\.woff2$/),
    unknown: filesOf([applicationFrame]),
    pages: pages.map((page) => ({
      path: page.path,
      isPublic: page.isPublic,
      ...(page.isInFrames ? { isInFrames: true } : {}),
      ...(page.isNeverFramed ? { isNeverFramed: true } : {}),
      ...filesOf(sourcesOf(page)),
    })),
  };
}

/** A frame begins with the page that its application opens first. */
function sourcesOf({ isPublic, isInFrames, isNeverFramed, chunk }: AppPage): readonly string[] {
  if (isPublic || isNeverFramed) return [chunk];
  return isInFrames ? [applicationFrame, chunk, workspace] : [applicationFrame, chunk];
}
