import type { WireContentFinding } from '@orrery/contract';
import type { ModelBuild } from '@orrery/semantic';
import { Statements } from '@orrery/runtime';
import type { MetadataSettings } from '@orrery/deployments';
import type { Project } from '@orrery/config';
import { type SortKeyValues, type LookedAt, type StoredQuery, storedQueryProblems } from '@orrery/content';
import { defaultDeploymentId, firstAccountId } from '@orrery/kernel';
import { wholeModel } from './whole-model.ts';

export interface CheckedContent {
  readonly findings: readonly WireContentFinding[];
  /** Number of queries examined. */
  readonly checked: number;
}

const atATime = 100;

/** Checks saved content in the store of the data folder against the whole model, without policies. Reads no data. */
export async function checkContent(
  build: ModelBuild,
  project: Project,
  settings: MetadataSettings,
  clock: { now(): number },
): Promise<CheckedContent> {
  const { openMetadata } = await import('@orrery/deployments');
  const { ContentCheck } = await import('@orrery/content');
  const state = await wholeModel(build, project);
  const statements = new Statements();
  const against = { state, context: { kind: 'probe' }, statements } as const;
  const ask = (one: StoredQuery) => storedQueryProblems(one, { ...against, now: clock.now() });
  const metadata = await openMetadata(settings, clock);
  try {
    const check = new ContentCheck({ database: metadata.store.database });
    const place = { accountId: firstAccountId, deploymentId: defaultDeploymentId };
    const reader = { ...place, userId: 0, sees: 'all', space: 0, claims: {}, isOfAccount: true } as const;
    const looked: LookedAt[] = [];
    for (let after: SortKeyValues | undefined; ; after = looked.at(-1)?.key) {
      const some = await check.look(reader, { after, most: atATime }, ask);
      looked.push(...some);
      if (some.length < atATime) break;
    }
    return {
      findings: looked.flatMap(({ findings }) => findings),
      checked: looked.reduce((sum, { checked }) => sum + checked, 0),
    };
  } finally {
    await Promise.all([metadata.close(), statements.close()]);
  }
}

const nouns = {
  REPORT: 'Report',
  PUBLISHED_WIDGET: 'A published chart of report',
  DRAFT_WIDGET: 'A draft of workbook',
};

/** Returns one line per problem. */
export function describeFinding({ kind, name, reportId, workbookId, problems }: WireContentFinding): readonly string[] {
  const id = kind === 'DRAFT_WIDGET' ? workbookId : reportId;
  const subject = `${nouns[kind]} ${id} '${name}'`;
  return problems.map(({ message, hint }) => `${subject}: ${[message, hint].filter(Boolean).join('. ')}`);
}
