import { dataSourceOf } from '@orrery/semantic';
import type { Select, SplitStatement } from '@orrery/sql';
import type { ModelForCaller } from '../query/index.ts';
import type { Placing } from './place-statement.ts';

/** A split statement, and what it was split for. */
interface KnownSplit {
  readonly split: SplitStatement;
  readonly access: ModelForCaller['access'];
  readonly placing: Pick<Placing, 'zone' | 'user' | 'mostRows'>;
  /** Names of the dialects of its data sources. */
  readonly dialects: ReadonlyMap<string, string>;
}

/**
 * How each text was split last, for statements that read no clock and have nothing added. It is forgotten with the model,
 * and with what the text was read to.
 */
class KnownSplits {
  readonly #ofModels = new WeakMap<ModelForCaller['model'], WeakMap<Select, KnownSplit>>();

  of(select: Select, placing: Placing, { model, access }: ModelForCaller): SplitStatement | undefined {
    const known = this.#ofModels.get(model)?.get(select);
    if (!known || known.access !== access || placing.additions !== undefined || placing.parameters !== undefined)
      return undefined;
    const { zone, user, mostRows } = known.placing;
    const isSame = zone === placing.zone && user === placing.user && mostRows === placing.mostRows;
    const isOfDialects = [...known.dialects].every(
      ([source, name]) => placing.runtime.dialectFor(source).name === name,
    );
    return isSame && isOfDialects ? known.split : undefined;
  }

  keep(select: Select, placing: Placing, { model, access }: ModelForCaller, split: SplitStatement): void {
    if (placing.additions !== undefined || placing.parameters !== undefined) return;
    const { zone, user, mostRows, runtime } = placing;
    const pieces = split.blocks.flatMap((block) => block.pieces);
    const sources = new Set(pieces.map((piece) => dataSourceOf(model.index, piece)));
    const dialects = new Map([...sources].map((source) => [source, runtime.dialectFor(source).name]));
    const ofModel = this.#ofModels.get(model) ?? new WeakMap<Select, KnownSplit>();
    this.#ofModels.set(model, ofModel);
    ofModel.set(select, { split, access, placing: { zone, user, mostRows }, dialects });
  }
}

export const knownSplits = new KnownSplits();
