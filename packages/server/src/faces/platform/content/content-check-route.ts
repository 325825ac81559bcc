import { reportOperations } from '@orrery/contract';
import { type ContentCheck, type SortKeyValues, type QueryRunner } from '@orrery/content';
import { claimsOf } from '@orrery/kernel';
import { type ListOrder, presentPage, readPage } from '../page.ts';
import { type PlatformFace, serve } from '../serve.ts';

export interface ContentCheckServices {
  readonly contentCheck: ContentCheck;
  readonly queries: Pick<QueryRunner, 'checking'>;
}

const order: ListOrder<{ readonly key: SortKeyValues }> = {
  name: 'content check',
  key: ['number', 'number'],
  keyOf: ({ key }) => key,
};

/** Lists content that the present model breaks, limited to what the caller may see of both. */
export function serveContentCheck(face: PlatformFace, { contentCheck, queries }: ContentCheckServices): void {
  serve(face, reportOperations.checkContent, async ({ caller, rights, query }) => {
    const page = readPage(query, order);
    const asked = { deploymentId: rights.deploymentId, claims: claimsOf(caller) };
    const ask = await queries.checking(asked);
    const looked = await contentCheck.look(rights, page.range, ask);
    const { items, pageInfo } = presentPage(looked, page, (one) => one);
    return {
      items: items.flatMap(({ findings }) => findings),
      checked: items.reduce((sum, { checked }) => sum + checked, 0),
      notValidated: 0,
      pageInfo,
    };
  });
}
