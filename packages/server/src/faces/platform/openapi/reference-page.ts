import { createHash } from 'node:crypto';
import { escapeHtml } from '@orrery/kernel';
import type { OpenApiDocument, OpenApiOperation } from '../../../openapi/index.ts';
import { schemaHtml } from './schema-html.ts';

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:#1d2430;background:#fff}
h2{margin-top:3rem;border-bottom:1px solid #c8ced8}h3{margin-top:2rem}code{font:0.9em ui-monospace,monospace;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0;border-bottom:1px solid #e3e7ee}
a{color:#1c4fa8}ul{margin:.25rem 0;padding-left:1.5rem}`;

/** The page loads nothing else: no script, no picture, no form, and pages of others cannot show it in a frame. */
export const referencePageHeaders = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

/** The description of the Platform API as a page for people. */
export function referencePage({ info, tags, paths, components }: OpenApiDocument): string {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const contents = tags.map(({ name }) => `<li><a href="#${anchor(name)}">${escapeHtml(name)}</a></li>`).join('');
  const sections = tags.map(({ name }) => {
    const own = all.filter(({ operation }) => operation.tags.includes(name));
    const parts = own.map(({ method, path, operation }) => operationHtml(method, path, operation));
    return `<h2 id="${anchor(name)}">${escapeHtml(name)}</h2>${parts.join('')}`;
  });
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `<h3 id="schema-${escapeHtml(name)}">${escapeHtml(name)}</h3><p>${schemaHtml(schema)}</p>`,
  );
  const credentials = Object.values(components.securitySchemes).map(
    (scheme) => `<li>${inlineHtml(String(scheme.description))}</li>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)}</title><style>${style}</style></head>
<body><h1>${escapeHtml(info.title)}</h1><p>${inlineHtml(info.description)}</p>
<p>For programs: <a href="/api/v1/spec">OpenAPI 3.1</a></p>
<nav><ul>${contents}<li><a href="#schemas">Schemas</a></li></ul></nav>
<h2>Credentials</h2><ul>${credentials.join('')}</ul>
${sections.join('\n')}
<h2 id="schemas">Schemas</h2>${schemas.join('\n')}
</body></html>
`;
}

function operationHtml(method: string, path: string, operation: OpenApiOperation): string {
  const { operationId, summary, description = '', security, parameters, requestBody, responses } = operation;
  const access = security.length === 0 ? 'Needs no credential.' : '';
  const body = Object.values(requestBody?.content ?? {}).map(
    ({ schema }) => `<p>Body${requestBody?.required ? '' : ', optional'}: ${schemaHtml(schema)}</p>`,
  );
  const rows = parameters.map(
    (parameter) =>
      `<tr><td><code>${escapeHtml(parameter.name)}</code></td><td>${parameter.in}${parameter.required ? '' : ', optional'}</td><td>${schemaHtml(parameter.schema)}</td><td>${escapeHtml(parameter.description ?? '')}</td></tr>`,
  );
  const answers = Object.entries(responses).map(([status, { description: text, content = {} }]) => {
    const shown = Object.entries(content).map(([type, { schema }]) => `${escapeHtml(type)}: ${schemaHtml(schema)}`);
    return `<tr><td><code>${escapeHtml(status)}</code></td><td>${inlineHtml(text)}</td><td>${shown.join('')}</td></tr>`;
  });
  const table =
    rows.length === 0
      ? ''
      : `<table><tr><th>Parameter</th><th>In</th><th>Takes</th><th></th></tr>${rows.join('')}</table>`;
  return `<section id="${escapeHtml(operationId)}"><h3><code>${method} ${escapeHtml(path)}</code></h3>
<p>${escapeHtml(
    [summary, description, access]
      .filter((text) => text !== '')
      .join('. ')
      .replaceAll('..', '.'),
  )}</p>${table}${body.join('')}
<table><tr><th>Answer</th><th></th><th></th></tr>${answers.join('')}</table></section>`;
}

/** Words between backticks are code. */
function inlineHtml(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]*)`/g, '<code>$1</code>');
}

function anchor(name: string): string {
  return `tag-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
}
