import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Asset, fileName, readBuiltFiles } from '../../pages/index.ts';

/** A page of the application. Its files are named by their addresses below `assets/`. */
export interface ConsolePage {
  /** The path in the syntax of the router: `/deployments/:deploymentId/explore`. */
  readonly path: string;
  /** Shown to people who are not signed in. */
  readonly isPublic: boolean;
  /** Shown in frames of other pages, to viewers in creator mode; all addresses below it are its own. */
  readonly isInFrames?: true | undefined;
  /** Shown in no frame, not even in one of this server. */
  readonly isNeverFramed?: true | undefined;
  /** Scripts that it needs before it shows anything, besides the first one. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** The pages of the application, and their files. */
export interface ConsoleBuild {
  /** The script that all pages begin with. */
  readonly script: string;
  /** The files for a page at an unknown address. */
  readonly unknown: Pick<ConsolePage, 'scripts' | 'styles'>;
  readonly icon: string;
  /** Fonts that every page writes with. */
  readonly fonts: readonly string[];
  readonly pages: readonly ConsolePage[];
  readonly assets: ReadonlyMap<string, Asset>;
  /** Source text of the script in frames for content of others. */
  readonly sandbox: string;
}

const filesSchema = z.strictObject({ scripts: z.array(fileName), styles: z.array(fileName) });
const pagesSchema = z.strictObject({
  script: fileName,
  unknown: filesSchema,
  icon: fileName,
  fonts: z.array(fileName),
  pages: z.array(
    filesSchema.extend({
      path: z.string().startsWith('/'),
      isPublic: z.boolean(),
      isInFrames: z.literal(true).optional(),
      isNeverFramed: z.literal(true).optional(),
    }),
  ),
  sandbox: fileName,
});

/**
 * Reads what `npm run build:console` has written.
 *
 * @returns `undefined` while nothing is built
 * @throws when the build is broken
 */
export function readConsoleBuild(directory: string): ConsoleBuild | undefined {
  const list = `${directory}/pages.json`;
  const files = readBuiltFiles(directory);
  if (!files || !existsSync(list)) return undefined;
  const { sandbox, ...build } = pagesSchema.parse(JSON.parse(readFileSync(list, 'utf8')));
  const script = files.assets.get(sandbox);
  if (!script) throw new Error(`the build of the application has no ${sandbox}`);
  return { ...build, assets: files.assets, sandbox: script.bytes.toString('utf8') };
}
