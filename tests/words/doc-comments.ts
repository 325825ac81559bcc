/** A doc comment of a source file. */
export interface DocComment {
  /** Counted from 1. */
  readonly line: number;
  /** One line: white space and the stars of its margin are joined to one space. */
  readonly text: string;
}

/** A comment that begins a line, or stands before a member of a type in one line. A glob as `src/**` begins none. */
const comments = /(?<=^|[\s({,|])\/\*\*\s([\s\S]*?)\*\//g;
const margins = /\s*\n\s*(?:\*(?!\/))?\s*/g;

/** Reads the doc comments of a file. Cost: linear. */
export function docCommentsOf(text: string): readonly DocComment[] {
  let [line, end] = [1, 0];
  return [...text.matchAll(comments)].map((match) => {
    line += text.slice(end, match.index).split('\n').length - 1;
    end = match.index;
    return { line, text: `\n${match[1]}`.replaceAll(margins, ' ').trim() };
  });
}
