import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describedFaults } from '../../packages/server/src/openapi/described-faults-for-test.ts';
import type { OpenApiDocument, OpenApiOperation } from '../../packages/server/src/openapi/openapi-document.ts';
import { root } from '../sources.ts';
import { ExampleService } from './example-service.ts';
import { specPaths } from './spec-paths.ts';
import type { Exchange } from './recorder.ts';
import { tellExamples, type ToldExamples } from './told-examples.ts';

const faces = (['platform', 'data', 'scim'] as const).map((face) => ({ face, spec: specPaths[face] }));

/*
 * Asks a server for everything that is an example in a description of an API, and compares the answers with the examples.
 * After a change that is meant, `npm run api-examples` writes them anew.
 */
describe('the examples of the descriptions', () => {
  let place: ExampleService;
  let told: ToldExamples;

  beforeAll(async () => {
    place = await ExampleService.open();
    told = await tellExamples(place);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  const described = async (spec: string): Promise<OpenApiDocument> =>
    (await fetch(`${place.service.served.origin}${spec}`)).json() as Promise<OpenApiDocument>; // as `openapi.test.ts` checks it

  it.each(faces)('of the $face API are what a server answers', async ({ face }) => {
    const kept = join(root, `packages/server/src/openapi/examples/recorded-${face}.ts`);
    await expect(textOf(face, told[face])).toMatchFileSnapshot(kept);
  });

  it.each(faces)('of the $face API are there for each operation, as it is described', async ({ face, spec }) => {
    const document = await described(spec);
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const faults = operations.flatMap((operation) => {
      const exchange = told[face].get(operation.operationId);
      const found = exchange ? faultsOf(exchange, operation, document) : ['was not asked'];
      return found.map((fault) => `${operation.operationId} ${fault}`);
    });
    expect(faults).toEqual([]);
  });
});

/** In what an exchange differs from the description of its operation. */
function faultsOf(exchange: Exchange, operation: OpenApiOperation, document: OpenApiDocument): readonly string[] {
  const response = operation.responses[exchange.status];
  if (!response) return [`has no status ${exchange.status}`];
  const content = response.content?.[exchange.type];
  if (!content) return exchange.text === '' ? [] : [`has no answer of type ${exchange.type}`];
  const isText = content.schema['type'] === 'string';
  const answers = isText ? [exchange.text] : [JSON.parse(exchange.text), content.example];
  const faults = answers.flatMap((answer) => describedFaults(answer, content.schema, document));
  return content.example === undefined ? [...faults, 'shows no answer'] : faults;
}

function textOf(face: string, exchanges: ReadonlyMap<string, Exchange>): string {
  const rows = [...exchanges].map(([id, { operation: _, text: __, type: ___, ...example }]) => {
    return `  ${id}: ${JSON.stringify(example)},\n`;
  });
  return `import type { OperationExamples } from './operation-example.ts';

// Recorded by \`npm run api-examples\` from a server; a test compares them.

export const ${face}Examples: OperationExamples = {
${rows.join('')}};
`;
}
