/** Bounds of a document. */
export interface XmlBounds {
  /** Characters of the text. */
  readonly length: number;
  readonly elements: number;
  readonly attributes: number;
  /** Elements inside of each other. */
  readonly depth: number;
  /** Whether comments may be there, which tear texts apart for some readers and not for others. */
  readonly mayHaveComments: boolean;
}

export interface XmlElement {
  /** Address of the namespace; empty without one. */
  readonly space: string;
  /** Name without a prefix. */
  readonly name: string;
  /** Values by name; names with a prefix keep it. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The whole text; absent where there are other elements, too. */
  readonly text: string | undefined;
}

/** Attributes of one element, and namespaces that hold inside of one: what declares one of them copies all. */
const mostOfElement = 50;
/** Characters of the address of a namespace: a canonical form repeats it for each element that uses it. */
const longestSpace = 256;

/** The message continues after "it". */
export class XmlFault extends Error {
  override readonly name = 'XmlFault';
}

const name = String.raw`(?:([A-Za-z_][\w.-]*):)?([A-Za-z_][\w.-]*)`;
const declaration = /<\?xml[ \t\r\n][^<>?]{1,100}\?>/y;
const comment = /<!--(?:(?!--)[^])*-->/y;
const opening = new RegExp(`<${name}`, 'y');
const blank = String.raw`[ \t\r\n]`;
const attribute = new RegExp(String.raw`${blank}+(${name})${blank}*=${blank}*(?:"([^"<]*)"|'([^'<]*)')`, 'y');
const tagEnd = /[ \t\r\n]*(\/?)>/y;
const closing = new RegExp(String.raw`</(${name})${blank}*>`, 'y');
const entity = /&([^;&]{0,9});?/g;
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
/** Characters that XML does not have. */
// oxlint-disable-next-line no-control-regex
const noCharacter = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Cs}/u;

/**
 * Reads a plain document: elements, attributes and texts, well formed and within bounds. It has no document type, no entities
 * but those of XML itself, no processing instructions and no CDATA, so that nothing is left that readers understand in
 * different ways, or that grows when it is read.
 *
 * @throws XmlFault
 *
 * Cost: one pass.
 */
export function readPlainXml(text: string, bounds: XmlBounds): XmlElement {
  if (text.length > bounds.length) throw new XmlFault(`has more than ${bounds.length} characters`);
  if (noCharacter.test(text)) throw new XmlFault('has characters that XML does not have');
  return new Reader(text, bounds).read();
}

/** An element while it is read. */
interface OpenElement {
  /** Name with its prefix, as it is closed. */
  readonly tag: string;
  readonly space: string;
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly spaces: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  readonly texts: string[];
}

class Reader {
  readonly #text: string;
  readonly #bounds: XmlBounds;
  readonly #open: OpenElement[] = [];
  #root: XmlElement | undefined;
  #at = 0;
  #elements = 0;
  #attributes = 0;

  constructor(text: string, bounds: XmlBounds) {
    this.#text = text;
    this.#bounds = bounds;
  }

  read(): XmlElement {
    if (this.#text.startsWith('\uFEFF')) this.#at = 1;
    this.#take(declaration);
    while (this.#at < this.#text.length) {
      this.#readText();
      if (this.#at < this.#text.length) this.#readMark();
    }
    if (!this.#root || this.#open.length > 0) throw new XmlFault('ends too early');
    return this.#root;
  }

  /** Reads to the next mark. */
  #readText(): void {
    const next = this.#text.indexOf('<', this.#at);
    const end = next < 0 ? this.#text.length : next;
    const text = this.#text.slice(this.#at, end);
    this.#at = end;
    if (text.includes(']]>')) throw new XmlFault('has the end of a section that did not begin');
    const open = this.#open.at(-1);
    if (open) open.texts.push(decoded(text.replaceAll(/\r\n?/g, '\n')));
    else if (text.trim() !== '') throw new XmlFault('has text outside of its element');
  }

  #readMark(): void {
    const begins = (mark: string) => this.#text.startsWith(mark, this.#at);
    if (begins('</')) return this.#close(this.#take(closing)?.[1]);
    if (begins('<!--')) {
      if (!this.#bounds.mayHaveComments) throw new XmlFault('has a comment');
      if (!this.#take(comment)) throw new XmlFault('has a comment without an end');
      return;
    }
    if (begins('<!')) throw new XmlFault('has a document type or a section of its own');
    if (begins('<?')) throw new XmlFault('has a processing instruction');
    this.#readElement();
  }

  #readElement(): void {
    const { elements, depth } = this.#bounds;
    const found = this.#take(opening);
    if (!found) throw new XmlFault('has a mark that is no element');
    if (this.#root) throw new XmlFault('has more than one element');
    if (++this.#elements > elements) throw new XmlFault(`has more than ${elements} elements`);
    const [tag, prefix = '', own = ''] = found;
    const attributes = this.#readAttributes();
    const end = this.#take(tagEnd);
    if (!end) throw new XmlFault('has an element that does not end');
    const spaces = spacesIn(attributes, this.#open.at(-1)?.spaces);
    const space = spaces.get(prefix) ?? (prefix === '' ? '' : undefined);
    if (space === undefined) throw new XmlFault('has a prefix without a namespace');
    this.#open.push({ tag: tag.slice(1), space, name: own, attributes, spaces, children: [], texts: [] });
    if (this.#open.length > depth) throw new XmlFault(`has more than ${depth} elements inside of each other`);
    if (end[1] === '/') this.#close(tag.slice(1));
  }

  #readAttributes(): ReadonlyMap<string, string> {
    const attributes = new Map<string, string>();
    for (let found = this.#take(attribute); found; found = this.#take(attribute)) {
      const [, key = '', , , double, single] = found;
      if (attributes.has(key)) throw new XmlFault('has an attribute twice');
      if (++this.#attributes > this.#bounds.attributes)
        throw new XmlFault(`has more than ${this.#bounds.attributes} attributes`);
      if (attributes.size >= mostOfElement)
        throw new XmlFault(`has an element with more than ${mostOfElement} attributes`);
      attributes.set(key, decoded((double ?? single ?? '').replaceAll(/\r\n|[\t\r\n]/g, ' ')));
    }
    return attributes;
  }

  #close(tag: string | undefined): void {
    const open = this.#open.pop();
    if (!open || open.tag !== tag) throw new XmlFault('closes another element than it opened');
    const { space, name: own, attributes, children, texts } = open;
    const all = texts.join('');
    const element = { space, name: own, attributes, children, text: children.length === 0 ? all : undefined };
    const parent = this.#open.at(-1);
    if (parent) parent.children.push(element);
    else this.#root = element;
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at = pattern.lastIndex;
    return found ?? undefined;
  }
}

/** The namespaces by prefix that hold inside of an element. */
function spacesIn(
  attributes: ReadonlyMap<string, string>,
  outer: ReadonlyMap<string, string> = new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]),
): ReadonlyMap<string, string> {
  const own = [...attributes].flatMap(([key, value]) => {
    if (key === 'xmlns') return [['', value] as const];
    return key.startsWith('xmlns:') ? [[key.slice('xmlns:'.length), value] as const] : [];
  });
  if (own.length === 0) return outer;
  if (own.some(([, space]) => space.length > longestSpace))
    throw new XmlFault(`has a namespace of more than ${longestSpace} characters`);
  const all = new Map([...outer, ...own]);
  if (all.size > mostOfElement) throw new XmlFault(`has more than ${mostOfElement} namespaces at a place`);
  return all;
}

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(entity, (whole, inner: string) => {
    const known = whole.endsWith(';')
      ? Object.hasOwn(entities, inner)
        ? entities[inner]
        : numbered(inner)
      : undefined;
    if (known === undefined) throw new XmlFault('has an entity of its own');
    return known;
  });
}

function numbered(inner: string): string | undefined {
  const number = /^#(?:([0-9]{1,7})|x([0-9a-fA-F]{1,6}))$/.exec(inner);
  if (!number) return undefined;
  const code = number[1] === undefined ? Number.parseInt(number[2] ?? '', 16) : Number(number[1]);
  const character = code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\0';
  return noCharacter.test(character) ? undefined : character;
}
