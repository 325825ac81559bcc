export interface FencedBlock {
  readonly language: string;
  /** Text after the language: `query`, `model`. */
  readonly use: string;
  readonly text: string;
  /** Line of the opening fence, counted from 1. */
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
