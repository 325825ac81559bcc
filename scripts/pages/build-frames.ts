import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { bundledPackages } from '../programs/bundled-packages.ts';
import { licencesFile, licencesOf } from '../programs/licences.ts';
import { root } from '../take-steps.ts';
import { hashOf, replaceBuild, stateOf, writeAsset } from './built-folder.ts';
import { chartLibraries, withoutGeoInExpressions } from './chart-libraries.ts';
import { pageBuilds } from './keep-built.ts';
import { smallCss } from './small-css.ts';

const embed = join(root, 'packages/embed');
const { folder: built, sources } = pageBuilds.frames;

/** Scripts that are built together share their parts, which are files of their own; one alone is a single file. */
const scripts = [
  { host: 'src/host/host-script.ts' },
  { frame: 'src/frame/frame-script.ts', chart: 'src/chart/draw-chart.ts' },
] as const;
/** The font of pages in frames; React components have that of the page around them. */
const font = join(root, 'node_modules/@fontsource-variable/inter');
const styles = {
  'frame.css': ['src/body/body.css', 'src/kpi/kpi.css', 'src/frame/frame.css'],
  'chat.css': ['src/frame/chat/chat.css'],
} as const;

/**
 * Builds the scripts of frames into `packages/embed/dist/`: each under a name with its hash, beside its compressed
 * forms, `manifest.json`, from which the server serves them, and the licences of what they contain.
 */
export async function buildFrames(): Promise<void> {
  await replaceBuild(built, stateOf(sources), async (making) => {
    const manifest: Record<string, string> = {};
    const modules: string[] = [];
    for (const together of scripts) {
      for (const { name, fileName, code, moduleIds } of await bundleScripts(together)) {
        // Parts that scripts share may have equal names, and nobody asks for them by these.
        manifest[Object.hasOwn(together, name) ? `${name}.js` : fileName] = fileName;
        modules.push(...moduleIds);
        await writeAsset(making, fileName, code);
      }
    }
    const faces = await writeFonts(making, manifest);
    for (const [name, parts] of Object.entries(styles)) {
      const sheets = parts.map((part) => smallCss(join(embed, part)));
      const text = [...(name === 'frame.css' ? [faces] : []), ...sheets].join('\n');
      manifest[name] = name.replace('.css', `-${hashOf(text)}.css`);
      await writeAsset(making, manifest[name], text);
    }
    writeFileSync(join(making, 'manifest.json'), JSON.stringify(manifest));
    writeFileSync(join(making, licencesFile), licencesOf([...bundledPackages(modules), font]));
  });
}

/** Writes the files of the font of our pages, one for each script. @returns the style sheet that names them */
async function writeFonts(making: string, manifest: Record<string, string>): Promise<string> {
  let sheet = readFileSync(join(font, 'index.css'), 'utf8');
  for (const [address = '', name = ''] of sheet.matchAll(/\.\/files\/([\w-]+\.woff2)/g)) {
    const bytes = readFileSync(join(font, 'files', name));
    const file = name.replace('.woff2', `-${hashOf(bytes)}.woff2`);
    manifest[name] = file;
    await writeAsset(making, file, bytes);
    sheet = sheet.replace(address, `./${file}`);
  }
  return sheet;
}

interface Built {
  readonly name: string;
  /** With the hash of what is in it. */
  readonly fileName: string;
  readonly code: string;
  readonly moduleIds: readonly string[];
}

/** @param entries names of scripts, with their files in the package @returns the scripts, and the parts that they load */
export async function bundleScripts(entries: Readonly<Record<string, string>>): Promise<readonly Built[]> {
  const input = Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(embed, file)]));
  const resolve = { alias: { ...chartLibraries } };
  const plugins = [withoutGeoInExpressions];
  const made = await rolldown({ cwd: root, input, platform: 'browser', tsconfig: false, resolve, plugins });
  const files = '[name]-[hash].js';
  const { output } = await made.generate({ minify: true, format: 'esm', entryFileNames: files, chunkFileNames: files });
  await made.close();
  return output.filter((each) => each.type === 'chunk');
}
