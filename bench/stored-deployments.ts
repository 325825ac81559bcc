import type { ServedMetadata } from '../packages/deployments/src/open-metadata.ts';
import { mintToken } from '../packages/deployments/src/token/mint-token.ts';
import { zipOfTexts } from '../packages/deployments/src/version/zip-for-test.ts';
import { changeVersions } from '../tests/change-versions.ts';
import type { BenchServer } from './server-process.ts';

/** A deployment of the store, with a token for its queries. */
export interface Stored {
  readonly id: number;
  readonly authorization: string;
}

const by = { via: 'command' } as const;

export const sales = `cubes:
  - name: sales
    sql: SELECT range % 7 AS kind FROM range(1000000)
    dimensions:
      - { name: kind, sql: kind, type: number }
    measures:
      - { name: count, type: count }
`;
export const sale = { measures: ['sales.count'], dimensions: ['sales.kind'], cache: 'no-cache' };

export function loadStored(server: BenchServer, { id, authorization }: Stored, query: object): Promise<Buffer> {
  const path = `/d/${id}/cubejs-api/v1/load?query=${encodeURIComponent(JSON.stringify(query))}`;
  return server.read(path, { authorization });
}

export async function storeDeployment(
  metadata: ServedMetadata,
  accountId: number,
  name: string,
  model: string,
): Promise<Stored> {
  const { changes, deployments } = metadata;
  const versions = changeVersions(metadata);
  const { id } = await changes.changeRights({ accountId, by }, (change) => deployments.create(change, name));
  const archive = zipOfTexts({
    'orrery.yml': 'data_sources:\n  default:\n    type: duckdb\n    allow: []\n',
    'model/cubes.yml': model,
  });
  const { version } = await versions.upload({ accountId, by }, id, { archive });
  await versions.activate({ accountId, by }, id, version.id);
  const [apiSecret = ''] = await deployments.secretsOf(id);
  const request = { deployment: { apiSecret }, securityContext: {}, expiresInSeconds: 3_600, clock: Date };
  const token = await mintToken(request, { algorithms: ['HS256'], scopes: ['data'] });
  return { id, authorization: token ?? '' };
}
