import type { Query } from '@orrery/client/data';
import { compares } from '@orrery/charts';

interface SnippetQuery {
  readonly apiUrl: string;
  /** A query, or a statement over the model. */
  readonly asked: Query | string;
}

/** Writes a command for a shell: no text of the query ends the quotes around it. */
export function curlOf({ apiUrl, asked }: SnippetQuery): string {
  const endpoint = typeof asked === 'string' ? 'cubesql' : 'load';
  return [
    `curl ${quoted(`${apiUrl}/${endpoint}`)} \\`,
    `  -H "Authorization: Bearer $ORRERY_TOKEN" -H 'Content-Type: application/json' \\`,
    `  -d ${quoted(JSON.stringify({ query: asked, ...(isSeveral(asked) ? { queryType: 'multi' } : {}) }, undefined, 2))}`,
  ].join('\n');
}

export function javascriptOf({ apiUrl, asked }: SnippetQuery): string {
  const call =
    typeof asked === 'string'
      ? `const { schema, data } = await orrery.cubeSql(${textOf(asked)});`
      : isSeveral(asked)
        ? `const { results } = await orrery.loadMany(${JSON.stringify(asked, undefined, 2)});`
        : `const { data } = await orrery.load(${JSON.stringify(asked, undefined, 2)});`;
  return [
    `import { createDataClient } from '@orrery/client/data';`,
    '',
    'const orrery = createDataClient({',
    `  apiUrl: ${JSON.stringify(apiUrl)},`,
    '  token: process.env.ORRERY_TOKEN,',
    '});',
    call,
  ].join('\n');
}

/** A comparison has an answer for each range. */
const isSeveral = (asked: Query | string): boolean => typeof asked !== 'string' && compares(asked);

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A text of several lines stays readable. */
function textOf(text: string): string {
  return text.includes('\n')
    ? `\`\n${text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')}\n\``
    : JSON.stringify(text);
}
