import type { AskDependencies } from '../ask/index.ts';
import type { Statements } from '../statement/index.ts';
import type { ConnectionSql } from './wire.ts';

export interface WireDependencies extends AskDependencies {
  readonly statements: Statements;
}

/** Lists the relations of the catalogs as statements name them. */
export async function catalogRelations(): Promise<readonly string[]> {
  const { wireParts } = await import('@orrery/sql');
  return wireParts.catalogRelations();
}

/** Loads SQL of connections; a process without them does not have its code. */
export async function loadWire(dependencies: WireDependencies): Promise<ConnectionSql> {
  const { wireOver } = await import('./wire-over.ts');
  return wireOver(dependencies);
}
