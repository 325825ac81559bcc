import { keyOf } from '../text/index.ts';
import type { VisibleFace, VisibleModel } from '../visible-model.ts';

/** Bound on names that are compared with a word. */
const mostCompared = 2000;
/** Longer words are cut before they are compared. */
const maxLength = 40;

/** @returns a function that gives the titles of members whose names look like words, best first; at most three */
export function nearestIn(model: VisibleModel): (words: string) => readonly string[] {
  const views = model.cubes.toSorted((a, b) => Number(b.type === 'view') - Number(a.type === 'view'));
  const faces = views.flatMap(({ measures, dimensions }) => [...measures, ...dimensions]).slice(0, mostCompared);
  const keys = faces.map((face) => ({ title: face.shortTitle, keys: keysOf(face) }));
  return (words) => {
    const wanted = keyOf(words.slice(0, 200)).slice(0, maxLength);
    if (wanted.length < 2) return [];
    const scores = new Map<string, number>();
    for (const { title, keys: parts } of keys) {
      const score = Math.max(...parts.map((part) => alike(wanted, part)));
      if (score > 0.6 && score > (scores.get(title) ?? 0)) scores.set(title, score);
    }
    return [...scores]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, 3)
      .map(([title]) => title);
  };
}

function keysOf(face: VisibleFace): readonly string[] {
  const names = [face.shortTitle, face.name.slice(face.name.indexOf('.') + 1)];
  const parts = names.flatMap((name) => [name, ...name.split(/[\s_]+/)]);
  return [...new Set(parts.map((part) => keyOf(part).slice(0, maxLength)))];
}

function alike(a: string, b: string): number {
  if (b.length < 3 || a.length < 3) return a === b ? 1 : 0;
  if (a === b) return 1;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length >= 4 && long.startsWith(short)) return 0.9;
  if (Math.abs(a.length - b.length) > 2) return 0;
  return 1 - editDistance(a, b) / Math.max(a.length, b.length);
}

/** Damerau's distance with neighbours exchanged, Lowrance and Wagner 1975, restricted to one edit of each place. */
function editDistance(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isExchanged) best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
