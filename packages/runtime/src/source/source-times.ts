import { hash } from 'node:crypto';
import { type CubeName, type MemberId, type StoredForm, timesOf } from '@orrery/semantic';
import { askTimes, type TimesOfSource } from './ask-times.ts';
import { SourceTypes, type SourceTypesSettings } from './source-types.ts';
import type { ModelSnapshot } from '../runtime.ts';

/** Finds the times of cubes that are days or texts. */
export class SourceTimes extends SourceTypes<TimesOfSource> {
  constructor(settings: SourceTypesSettings) {
    super({ ask: askTimes, without: allUnknown, into: withTimes }, settings);
  }
}

function withTimes(model: ModelSnapshot, answers: readonly TimesOfSource[]): ModelSnapshot {
  const days = new Set<MemberId>(answers.flatMap((answer) => answer.days));
  const texts = new Set<MemberId>(answers.flatMap((answer) => answer.texts));
  const shownAs = new Map<MemberId, StoredForm>(answers.flatMap((answer) => answer.shownAs));
  const unknown = new Set<MemberId>(answers.flatMap((answer) => answer.unknown));
  const forms = [...shownAs].map((one) => one.join(' '));
  const mark = hash('sha256', [days, texts, forms].map((some) => [...some].sort().join('\n')).join(' ')).slice(0, 16);
  return {
    ...model,
    index: { ...model.index, stored: { days, texts, shownAs, unknown } },
    version: days.size + texts.size + shownAs.size === 0 ? model.version : `${model.version}-${mark}`,
  };
}

function allUnknown(cube: CubeName, { index }: ModelSnapshot): TimesOfSource {
  const { stored, made } = timesOf(index, cube);
  return { days: [], texts: [], shownAs: [], unknown: [...stored, ...made].map(({ id }) => id) };
}
