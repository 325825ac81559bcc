import { hash } from 'node:crypto';
import { indexModel, type ModelBuild } from '@orrery/semantic';
import type { ModelSnapshot } from './runtime.ts';

export function snapshotOf(build: ModelBuild): ModelSnapshot {
  const parts = [
    ...build.pieces.map((piece) => `${piece.name} ${piece.hash}`),
    ...build.unavailable.map((piece) => `${piece.name} unavailable`),
  ];
  const version = hash('sha256', parts.sort().join('\n')).slice(0, 16);
  return { index: indexModel(build.pieces, build.unavailable), build, version };
}

/**
 * Whether a new build may replace the one that is serving. A healthy model is replaced by a healthy one only; a model
 * that started with broken files is also replaced by one that takes nothing away.
 */
export function mayReplace(serving: ModelBuild, next: ModelBuild): boolean {
  if (next.problems.length === 0) return true;
  if (serving.problems.length === 0) return false;
  const available = new Set(next.pieces.map((piece) => piece.name));
  return serving.pieces.every((piece) => available.has(piece.name));
}
