import { describe, expect, it } from 'vitest';
import { readPlainXml, type XmlBounds } from './plain-xml.ts';

const bounds: XmlBounds = { length: 1_000, elements: 5, attributes: 4, depth: 3, mayHaveComments: false };
const read = (text: string, given: Partial<XmlBounds> = {}) => readPlainXml(text, { ...bounds, ...given });

describe('a plain document', () => {
  it('has elements by namespace, attributes and whole texts', () => {
    const root = read(
      '<?xml version="1.0"?>\n<p:a xmlns:p="urn:p" xmlns="urn:q" x=\'1 &lt; 2\'><b>c&#x64;\r\ne</b></p:a>\n',
    );
    expect([root.space, root.name, root.attributes.get('x'), root.text]).toEqual(['urn:p', 'a', '1 < 2', undefined]);
    expect(root.children).toMatchObject([{ space: 'urn:q', name: 'b', text: 'cd\ne' }]);
  });

  it('gives up a namespace where it ends', () => {
    const root = read('<a xmlns="urn:a"><b xmlns=""/><c/></a>');
    expect(root.children.map(({ space }) => space)).toEqual(['', 'urn:a']);
  });

  it.each([
    ['', 'ends too early'],
    ['<a>', 'ends too early'],
    ['<a></b>', 'closes another element than it opened'],
    ['</a>', 'closes another element than it opened'],
    ['<a/><b/>', 'has more than one element'],
    ['<a/>x', 'has text outside of its element'],
    ['<a', 'has an element that does not end'],
    ['<a x=1/>', 'has an element that does not end'],
    ['<a x="1" x="2"/>', 'has an attribute twice'],
    ['<1/>', 'has a mark that is no element'],
    ['<p:a/>', 'has a prefix without a namespace'],
    ['<!DOCTYPE a><a/>', 'has a document type or a section of its own'],
    ['<a><![CDATA[x]]></a>', 'has a document type or a section of its own'],
    ['<a>]]></a>', 'has the end of a section that did not begin'],
    ['<a><?x y?></a>', 'has a processing instruction'],
    ['<a><!-- x --></a>', 'has a comment'],
    ['<a>&x;</a>', 'has an entity of its own'],
    ['<a>&amp</a>', 'has an entity of its own'],
    ['<a>&constructor;</a>', 'has an entity of its own'],
    ['<a>&#0;</a>', 'has an entity of its own'],
    ['<a>&#xD800;</a>', 'has an entity of its own'],
    ['<a>\u0001</a>', 'has characters that XML does not have'],
    ['<a x="&x;"/>', 'has an entity of its own'],
    [`<a>${'<b/>'.repeat(5)}</a>`, 'has more than 5 elements'],
    ['<a a="" b="" c="" d="" e=""/>', 'has more than 4 attributes'],
    ['<a></a\u00a0>', 'closes another element'],
    ['<a><a><a><a/></a></a></a>', 'has more than 3 elements inside of each other'],
    [`<a>${'x'.repeat(1_000)}</a>`, 'has more than 1000 characters'],
  ])('is not %j', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it('has few attributes of an element, and few namespaces at a place', () => {
    const many = (prefix: string) => Array.from({ length: 51 }, (_, index) => `${prefix}${index}="u"`);
    expect(() => read(`<a ${many('x').join(' ')}/>`, { attributes: 1_000, length: 10_000 })).toThrow(
      'has an element with more than 50 attributes',
    );
    const [one, two] = [many('xmlns:a').slice(0, 30), many('xmlns:b').slice(0, 30)].map((all) => all.join(' '));
    expect(() => read(`<a ${one}><b ${two}/></a>`, { attributes: 1_000, length: 10_000 })).toThrow(
      'has more than 50 namespaces at a place',
    );
  });

  it('has short addresses of namespaces, which a canonical form repeats', () => {
    const named = (length: number) => `<a xmlns:b="${'u'.repeat(length)}"/>`;
    expect(read(named(256)).name).toBe('a');
    expect(() => read(named(257))).toThrow('has a namespace of more than 256 characters');
  });

  it('may have comments where they tear nothing apart that is compared', () => {
    expect(read('<!-- a --><a>b<!-- c -->d</a>', { mayHaveComments: true }).text).toBe('bd');
    expect(() => read('<a><!-- x</a>', { mayHaveComments: true })).toThrow('has a comment without an end');
  });

  it('is read in one pass, however long a blank or a name is', () => {
    const long = 200_000;
    for (const text of [
      `<a${' '.repeat(long)}`,
      `<${'a'.repeat(long)}`,
      `<a>${'&amp;'.repeat(long / 5)}</a>`,
      '<'.repeat(long),
    ]) {
      const began = process.cpuUsage().user;
      try {
        read(text, { length: long * 2 });
      } catch {
        // most of them are refused
      }
      expect(process.cpuUsage().user - began).toBeLessThan(2_000_000);
    }
  });
});
