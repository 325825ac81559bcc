export interface FencedBlock {
  readonly language: string;
  /** What stands after the language: `query`, `model`. */
  readonly use: string;
  readonly text: string;
  /** Of the opening fence, from 1. */
  readonly line: number;
}

/** The fenced blocks of a Markdown page, in order. */
export function fencedBlocks(markdown: string): readonly FencedBlock[] {
  return [...markdown.matchAll(/^```([a-z]*)(?: ([^\n]*))?\n([\s\S]*?)^```$/gm)].map((match) => ({
    language: match[1] ?? '',
    use: match[2] ?? '',
    text: match[3] ?? '',
    line: markdown.slice(0, match.index).split('\n').length,
  }));
}
