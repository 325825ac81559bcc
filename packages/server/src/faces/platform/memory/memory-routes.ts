import type { ListedMemory, MemoryLister, MemoryService } from '@orrery/agents';
import { memoryOperations, type WireMemory } from '@orrery/contract';
import type { QueryRunner } from '@orrery/content';
import { claimsOf, NotFound, type Person, type Viewer } from '@orrery/kernel';
import { byNumber, presentPage, rangeBefore, readPage } from '../page.ts';
import { presentInstant } from '../present-instant.ts';
import { type PlatformFace, serve } from '../serve.ts';

export interface MemoryServices {
  /** Opens the memories. The code of agents is loaded with the first request. */
  readonly memories: { open(): Promise<Pick<MemoryService, 'list' | 'delete'>> };
  readonly queries: Pick<QueryRunner, 'open'>;
}

/** Serves the memories that people have written for agents. */
export function serveMemories(face: PlatformFace, { memories, queries }: MemoryServices): void {
  serve(face, memoryOperations.list, async ({ caller, deploymentId, query }) => {
    const lister = listerOf(caller);
    const page = readPage(query, byNumber('memories by number'));
    const found = await (await memories.open()).list(lister, deploymentId, query, rangeBefore(page));
    const { items, pageInfo } = presentPage(found, page, (memory) => memory);
    // What others told may name what the caller does not see of the model.
    const isFromOthers = lister.sees === 'readable' && items.some(({ isOwn }) => !isOwn);
    const hidden = isFromOthers ? await hiddenNames({ caller, deploymentId }, queries) : undefined;
    const shown = items.filter(
      (memory) => memory.isOwn || !hidden || !textsOf(memory).some((text) => hidden.areIn(text)),
    );
    return { items: shown.map((memory) => present(memory, lister)), pageInfo };
  });

  serve(face, memoryOperations.delete, async ({ caller, deploymentId, params: { id }, makeChange }) => {
    const opened = await memories.open();
    await makeChange((change) => opened.delete(change, listerOf(caller), deploymentId, id));
  });
}

/** Makes the lister of memories. Viewers of embedded content see their own memories only. */
function listerOf(caller: Person | Viewer): MemoryLister {
  const { accountId, userId } = caller;
  const sees = caller.kind === 'viewer' ? 'own' : caller.role === 'admin' ? 'all' : 'readable';
  return { accountId, userId, sees };
}

/** Finds the names that the caller may not see; without a served model, all names may be hidden. */
async function hiddenNames(
  { caller, deploymentId }: { readonly caller: Person | Viewer; readonly deploymentId: number },
  queries: MemoryServices['queries'],
): Promise<{ areIn(text: string): boolean }> {
  const { hiddenNamesOf } = await import('@orrery/agents');
  try {
    return hiddenNamesOf((await queries.open({ deploymentId, claims: claimsOf(caller) })).runtime);
  } catch (error) {
    if (error instanceof NotFound) return { areIn: () => true };
    throw error;
  }
}

function textsOf({ told }: ListedMemory): readonly string[] {
  return told.kind === 'meaning' ? [told.term, told.text] : [told.text];
}

function present(memory: ListedMemory, { sees }: MemoryLister): WireMemory {
  const { id, told, space, isShared, isChosen, isOwn, authorId, author, chatId, toldAt, lastUsedAt } = memory;
  return {
    id,
    kind: told.kind,
    term: told.kind === 'meaning' ? told.term : null,
    text: told.text,
    space,
    ...{ isShared, isChosen, isOwn },
    userId: authorId,
    userName: author,
    chatId: (isOwn || sees === 'all' ? chatId : undefined) ?? null,
    createdAt: presentInstant(toldAt.getTime()),
    lastUsedAt: lastUsedAt ? presentInstant(lastUsedAt.getTime()) : null,
  };
}
