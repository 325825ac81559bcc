import type { WireContentFinding } from '@orrery/contract';
import type { ModelBuild } from '@orrery/semantic';
import { snapshotOf } from '../../../runtime/src/model/model-snapshot.ts';
import type { MetadataSettings } from '../../../deployments/src/open-metadata.ts';
import { standingOf } from '../../../runtime/src/runtime-for.ts';
import type { Project } from '../../../config/src/project.ts';
import type { LookedAt } from '../../../content/src/workspace/content-check.ts';
import type { Key } from '../../../content/src/item/keyset.ts';
import { storedQueryProblems } from '../../../content/src/query/check-stored-query.ts';
import { defaultDeploymentId } from '../../../kernel/src/caller/address.ts';
import { firstAccountId } from '../../../kernel/src/caller/first-account.ts';
import { seesEverything } from '../../../deployments/src/access-tests/sees-everything.ts';

export interface CheckedContent {
  readonly findings: readonly WireContentFinding[];
  /** Queries that were looked at. */
  readonly checked: number;
  /** Queries in SQL, which nobody validates yet. */
  readonly notValidated: number;
}

const atATime = 100;

/** What people have saved in the store of the data folder, asked of a model that sees everything of itself. Reads no data. */
export async function checkContent(
  build: ModelBuild,
  { query }: Project,
  settings: MetadataSettings,
  clock: { now(): number },
): Promise<CheckedContent> {
  const { openMetadata } = await import('../../../deployments/src/open-metadata.ts');
  const { ContentCheck } = await import('../../../content/src/workspace/content-check.ts');
  const model = await snapshotOf(build);
  const state = seesEverything({ model, ...standingOf(model, {}), query });
  const ask = (text: string) => storedQueryProblems(text, state, { kind: 'probe' }, clock.now());
  const metadata = await openMetadata(settings, clock);
  try {
    const check = new ContentCheck({ database: metadata.store.database });
    const place = { accountId: firstAccountId, deploymentId: defaultDeploymentId };
    const reader = { ...place, userId: 0, sees: 'all', isOfAccount: true } as const;
    const looked: LookedAt[] = [];
    for (let after: Key | undefined; ; after = looked.at(-1)?.key) {
      const some = await check.look(reader, { after, most: atATime }, ask);
      looked.push(...some);
      if (some.length < atATime) break;
    }
    return {
      findings: looked.flatMap(({ findings }) => findings),
      checked: looked.reduce((sum, { checked }) => sum + checked, 0),
      notValidated: looked.reduce((sum, one) => sum + one.notValidated, 0),
    };
  } finally {
    await metadata.close();
  }
}

const nouns = {
  REPORT: 'Report',
  PUBLISHED_WIDGET: 'A published chart of report',
  DRAFT_WIDGET: 'A draft of workbook',
};

/** One line for each problem. */
export function describeFinding({ kind, name, reportId, workbookId, problems }: WireContentFinding): readonly string[] {
  const id = kind === 'DRAFT_WIDGET' ? workbookId : reportId;
  const subject = `${nouns[kind]} ${id} '${name}'`;
  return problems.map(({ message, hint }) => `${subject}: ${[message, hint].filter(Boolean).join('. ')}`);
}
