import { dataSourceOf } from '@orrery/semantic';
import { blocksIn, type BoundStatement, type Select } from '@orrery/sql';
import type { ModelForCaller } from '../query/index.ts';
import type { Placing } from './place-statement.ts';

/** A statement with its blocks, and what they were found for. */
interface BlocksToRender {
  readonly found: BoundStatement;
  readonly access: ModelForCaller['access'];
  readonly placing: Pick<Placing, 'zone' | 'user' | 'mostRows'>;
  /** Names of the dialects of its data sources. */
  readonly dialects: ReadonlyMap<string, string>;
}

/**
 * The blocks that each text had last, for statements that read no clock and have nothing added. They are forgotten with
 * the model, and with what the text was read to.
 */
class FoundBlocks {
  readonly #ofModels = new WeakMap<ModelForCaller['model'], WeakMap<Select, BlocksToRender>>();

  of(select: Select, placing: Placing, { model, access }: ModelForCaller): BoundStatement | undefined {
    const known = this.#ofModels.get(model)?.get(select);
    if (!known || known.access !== access || placing.additions !== undefined) return undefined;
    const { zone, user, mostRows } = known.placing;
    const isSame = zone === placing.zone && user === placing.user && mostRows === placing.mostRows;
    const isOfDialects = [...known.dialects].every(
      ([source, name]) => placing.runtime.dialectFor(source).name === name,
    );
    return isSame && isOfDialects ? known.found : undefined;
  }

  keep(select: Select, placing: Placing, { model, access }: ModelForCaller, found: BoundStatement): void {
    if (placing.additions !== undefined) return;
    const { zone, user, mostRows, runtime } = placing;
    const pieces = blocksIn(found).flatMap((block) => block.pieces);
    const sources = new Set(pieces.map((piece) => dataSourceOf(model.index, piece)));
    const dialects = new Map([...sources].map((source) => [source, runtime.dialectFor(source).name]));
    const ofModel = this.#ofModels.get(model) ?? new WeakMap<Select, BlocksToRender>();
    this.#ofModels.set(model, ofModel);
    ofModel.set(select, { found, access, placing: { zone, user, mostRows }, dialects });
  }
}

export const foundBlocks = new FoundBlocks();
