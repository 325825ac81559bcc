import { element } from '../elements.ts';

const longest = 100_000;
const headings = ['h2', 'h3', 'h4', 'h5', 'h6'] as const;

/**
 * Shows Markdown: headings, paragraphs, lists, quotes, code, emphasis and links. Markup of HTML is text like any other;
 * links lead to web pages and mail only, in a window of their own.
 */
export function markdown(text: string): DocumentFragment {
  const shown = document.createDocumentFragment();
  const lines = text.slice(0, longest).split(/\r?\n/);
  let at = 0;
  const take = (test: RegExp): string[] => {
    const taken: string[] = [];
    for (let line = lines[at]; line !== undefined && test.test(line); line = lines[at]) {
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
    } else if (/^\s*[-*+] /.test(line)) shown.append(list('ul', take(/^\s*[-*+] /)));
    else if (/^\s*\d{1,9}[.)] /.test(line)) shown.append(list('ol', take(/^\s*\d{1,9}[.)] /)));
    else if (line.startsWith('>')) {
      const quoted = take(/^>/).map((each) => each.replace(/^> ?/, ''));
      shown.append(element('blockquote', {}, ...inline(quoted.join(' '))));
    } else if (line.trim() === '') at += 1;
    else {
      const paragraph = take(/^(?!#{1,6} |```|>|\s*[-*+] |\s*\d{1,9}[.)] |\s*$)/);
      if (paragraph.length === 0) {
        paragraph.push(line);
        at += 1;
      }
      shown.append(element('p', {}, ...inline(paragraph.join(' '))));
    }
  }
  return shown;
}

function list(name: 'ul' | 'ol', lines: readonly string[]): HTMLElement {
  const items = lines.map((line) => element('li', {}, ...inline(line.replace(/^\s*(?:[-*+]|\d{1,9}[.)]) /, ''))));
  return element(name, {}, ...items);
}

const marked = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|_([^_\s][^_]*)_|\[([^\]]*)\]\(([^()\s]+)\)/g;

function inline(text: string): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let from = 0;
  for (const match of text.matchAll(marked)) {
    parts.push(text.slice(from, match.index));
    from = match.index + match[0].length;
    const [whole, code, strong, starred, underlined, label = '', address = ''] = match;
    const emphasis = starred ?? underlined;
    if (code !== undefined) parts.push(element('code', {}, code));
    else if (strong !== undefined) parts.push(element('strong', {}, strong));
    else if (emphasis !== undefined) parts.push(element('em', {}, emphasis));
    else parts.push(link(label, address) ?? whole);
  }
  return [...parts, text.slice(from)].filter((part) => part !== '');
}

function link(label: string, address: string): HTMLElement | undefined {
  const isSafe = /^(?:https?:\/\/|mailto:)/i.test(address);
  if (!isSafe) return undefined;
  return element('a', { href: address, target: '_blank', rel: 'noopener noreferrer' }, label || address);
}
