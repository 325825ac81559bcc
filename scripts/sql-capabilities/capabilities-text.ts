import { capabilities } from '@orrery/sql';

const begin = '<!-- made by `npm run sql-capabilities` -->';
const end = '<!-- end -->';

/** Puts the list of what SQL over the model takes between the marks in a text. */
export function withCapabilities(text: string): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`docs/sql.md has no ${begin} before ${end}`);
  return `${text.slice(0, from + begin.length)}\n\n${capabilitiesText()}\n\n${text.slice(to)}`;
}

function capabilitiesText(): string {
  const { statements, clauses, forms, functions, operators } = capabilities();
  const constructs = [...statements, ...clauses, ...forms];
  const answered = constructs.filter(({ refused }) => !refused).map(({ name }) => name);
  const named = (kinds: readonly string[]) =>
    functions.filter(({ kind, signatures }) => kinds.includes(kind) && signatures.length > 0).map(({ name }) => name);
  const none = functions.filter(({ signatures }) => signatures.length === 0).map(({ name }) => name);
  return [
    row('Statements, clauses and forms', answered),
    row(
      'Operators',
      operators.map(({ name }) => `\`${name}\``),
    ),
    row('Functions', named(['scalar'])),
    row('Aggregates', named(['aggregate', 'ordered'])),
    row('Window functions', named(['window'])),
    row('Functions in FROM', named(['set'])),
    row('Known, and refused by name', none),
    ['| Refused | Instead |', '|---|---|', ...constructs.flatMap(refusedRow)].join('\n'),
  ].join('\n\n');
}

function row(title: string, names: readonly string[]): string {
  return wrapped(`${title}: ${names.join(', ')}.`);
}

function refusedRow({ name, refused }: ReturnType<typeof capabilities>['clauses'][number]): readonly string[] {
  return refused ? [`| ${name} | ${refused.instead ?? ''} |`] : [];
}

const width = 120;

function wrapped(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join('\n');
}
