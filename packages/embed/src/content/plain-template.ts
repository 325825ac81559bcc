import { type Column, titleOf } from '@orrery/charts';

/** The template of charts of HTML that have none: a table of all rows. */
export function plainTemplate(columns: readonly Column[]): string {
  const cells = columns.map(({ name }) => `    <td>{{_text.[${name}]}}</td>`);
  const heads = columns.map((column) => `    <th>${escaped(titleOf(column))}</th>`);
  return [
    '<table>',
    ...['  <tr>', ...heads, '  </tr>', '  {{#each result.data}}', '  <tr>', ...cells, '  </tr>', '  {{/each}}'],
    '</table>',
  ].join('\n');
}

/** A title as text of HTML, in which braces are no expressions either. */
function escaped(title: string): string {
  return title.replaceAll(/[&<>{}]/g, (letter) => `&#${letter.codePointAt(0)};`);
}
