import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../../tests/sources.ts';
import { type FencedBlock, fencedBlocks } from '../fenced-blocks.ts';

/** A part of a page that can be run. */
export interface Snippet extends FencedBlock {
  readonly page: string;
  /** Page and use: `data.md load`. */
  readonly id: string;
}

const languages = ['bash', 'js', 'ts', 'jsx', 'tsx', 'python'];
const others = ['README.md', 'docs/graphql.md', 'docs/mcp.md', 'docs/sockets.md'];

/** The snippets of the pages about clients, in order; first those that set what others read. */
export function pageSnippets(): readonly Snippet[] {
  const pages = globSync('docs/clients/*.md', { cwd: root }).sort();
  return [...pages, ...others].flatMap((page) => {
    const name = page === 'README.md' ? 'the first page' : basename(page);
    return fencedBlocks(readFileSync(join(root, page), 'utf8'))
      .filter(({ language }) => languages.includes(language))
      .map((block) => ({ ...block, page, id: `${name} ${block.use}` }));
  });
}
