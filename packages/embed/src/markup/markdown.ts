import { element } from './elements.ts';
import { isTable, markdownTable } from './markdown-table.ts';

const longest = 100_000;
const headings = ['h2', 'h3', 'h4', 'h5', 'h6'] as const;

export interface MarkdownOptions {
  /**
   * `open`: links lead to web pages and mail only, in a window of their own. `shown`: a link is its words and its
   * address as text, because its author may be misled by data, and an address may carry data away.
   */
  readonly links?: 'open' | 'shown';
  /** Whether the end of a line is one in the text, too. */
  readonly keepsLines?: boolean;
}

/**
 * Shows Markdown: headings, paragraphs, lists, tables, quotes, code, emphasis and links. Markup of HTML is text like any
 * other, and images are links.
 */
export function markdown(text: string, { links = 'open', keepsLines = false }: MarkdownOptions = {}): DocumentFragment {
  const inline = (part: string) => inlineOf(part, links);
  const shown = document.createDocumentFragment();
  const lines = text.slice(0, longest).split(/\r?\n/);
  let at = 0;
  const take = (test: RegExp, ends: (line: string) => boolean = () => false): string[] => {
    const taken: string[] = [];
    for (let line = lines[at]; line !== undefined && test.test(line) && !ends(line); line = lines[at]) {
      taken.push(line);
      at += 1;
    }
    return taken;
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const [, marks = '', title = ''] = /^(#{1,6}) +(.*?) *#*$/.exec(line) ?? [];
    if (marks !== '') {
      shown.append(element(headings[Math.min(marks.length, 5) - 1] ?? 'h6', {}, ...inline(title)));
      at += 1;
    } else if (line.startsWith('```')) {
      at += 1;
      const code = take(/^(?!```)/);
      at += 1;
      shown.append(element('pre', {}, element('code', {}, code.join('\n'))));
    } else if (/^(?:-{3,}|\*{3,})\s*$/.test(line)) {
      shown.append(element('hr'));
      at += 1;
    } else if (/^\s*[-*+] /.test(line)) shown.append(list('ul', take(/^\s*[-*+] /), inline));
    else if (/^\s*\d{1,9}[.)] /.test(line)) shown.append(list('ol', take(/^\s*\d{1,9}[.)] /), inline));
    else if (isTable(line, lines[at + 1])) shown.append(markdownTable(take(/\|/), inline));
    else if (line.startsWith('>')) {
      const quoted = take(/^>/).map((each) => each.replace(/^> ?/, ''));
      shown.append(element('blockquote', {}, ...inline(quoted.join(' '))));
    } else if (line.trim() === '') at += 1;
    else {
      const paragraph = take(/^(?!#{1,6} |```|>|\s*[-*+] |\s*\d{1,9}[.)] |\s*$)/, (next) =>
        isTable(next, lines[at + 1]),
      );
      if (paragraph.length === 0) {
        paragraph.push(line);
        at += 1;
      }
      const parts = keepsLines ? paragraph : [paragraph.join(' ')];
      const broken = parts.flatMap((part, index) => [...(index > 0 ? [element('br')] : []), ...inline(part)]);
      shown.append(element('p', {}, ...broken));
    }
  }
  return shown;
}

type Inline = (text: string) => (Node | string)[];

function list(name: 'ul' | 'ol', lines: readonly string[], inline: Inline): HTMLElement {
  const items = lines.map((line) => element('li', {}, ...inline(line.replace(/^\s*(?:[-*+]|\d{1,9}[.)]) /, ''))));
  return element(name, {}, ...items);
}

const marked =
  /\\([!-/:-@[-`{-~])|`([^`]+)`|\*\*((?:[^*\\]|\\.)+)\*\*|\*([^*\s](?:[^*\\]|\\.)*)\*|\b_([^_\s][^_]*)_\b|!?\[([^\]]{0,500})\]\(([^()\s]{1,2000})\)/g;

function inlineOf(text: string, links: 'open' | 'shown'): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let from = 0;
  for (const match of text.matchAll(marked)) {
    parts.push(text.slice(from, match.index));
    from = match.index + match[0].length;
    const [whole, escaped, code, strong, starred, underlined, label = '', address = ''] = match;
    const emphasis = starred ?? underlined;
    if (escaped !== undefined) parts.push(escaped);
    else if (code !== undefined) parts.push(element('code', {}, code));
    else if (strong !== undefined) parts.push(element('strong', {}, unescaped(strong)));
    else if (emphasis !== undefined) parts.push(element('em', {}, unescaped(emphasis)));
    else if (links === 'shown') parts.push(label === '' ? address : `${label} (${address})`);
    else parts.push(link(label, address) ?? whole);
  }
  return [...parts, text.slice(from)].filter((part) => part !== '');
}

const unescaped = (text: string): string => text.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');

function link(label: string, address: string): HTMLElement | undefined {
  const isSafe = /^(?:https?:\/\/|mailto:)/i.test(address);
  if (!isSafe) return undefined;
  return element('a', { href: address, target: '_blank', rel: 'noopener noreferrer' }, label || address);
}
