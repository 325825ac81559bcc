import { AgentYaml } from './agent-yaml.ts';
import { configurationBounds } from './bounds.ts';
import type { SourcePosition } from './configuration.ts';

/** A Markdown file: a head in YAML between two lines `---`, and what is below it. */
export interface MarkdownFile {
  readonly head: AgentYaml;
  /** Without blank lines around it. */
  readonly body: string;
  readonly bodyAt: SourcePosition;
}

/** @param file as problems name it */
export function readMarkdown(text: string, file: string): MarkdownFile {
  const lines = text.split('\n');
  const isFence = (line: string | undefined) => line !== undefined && /^---\s*$/.test(line);
  const end = isFence(lines[0]) ? lines.findIndex((line, index) => index > 0 && isFence(line)) : -1;
  // The empty line stands for the fence, so that places in the head are places in the file.
  const head = new AgentYaml(end > 0 ? ['', ...lines.slice(1, end)].join('\n') : '', file);
  if (!isFence(lines[0]))
    head.refuse(null, 'The file does not begin with a head.', "Begin it with '---', its keys, and '---'.");
  else if (end < 0) head.refuse(null, 'The head of the file does not end.', "End it with a line '---'.");
  const below = lines.slice(end + 1);
  const blank = below.findIndex((line) => line.trim() !== '');
  const line = end + 2 + Math.max(0, blank);
  const body = end > 0 ? below.join('\n').trim() : '';
  const bodyAt = { file, line, column: 1 };
  if (body.length > configurationBounds.text)
    head.refuse(null, `The text of the file has more than ${configurationBounds.text} characters.`, 'Shorten it.');
  if (body.includes('\0')) head.refuse(null, 'The text of the file has a NUL character.', 'Remove it.');
  return { head, body, bodyAt };
}

/** The text in a fence of code, where a file has nothing but one; otherwise the text itself. */
export function unfenced(body: string, at: SourcePosition): { readonly text: string; readonly at: SourcePosition } {
  const fenced = /^```[a-z]*\s*\n([\s\S]*?)\n?```$/i.exec(body);
  const inner = fenced?.[1];
  return inner === undefined || inner.includes('```')
    ? { text: body, at }
    : { text: inner.trim(), at: { ...at, line: at.line + 1 } };
}
