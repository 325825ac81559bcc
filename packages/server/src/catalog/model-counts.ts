import type { ModelBuild } from '@orrery/semantic';

export interface ModelCounts {
  readonly cubes: number;
  readonly views: number;
  readonly members: number;
  readonly unavailable: number;
}

export function countModel({ pieces, unavailable }: Pick<ModelBuild, 'pieces' | 'unavailable'>): ModelCounts {
  const cubes = pieces.filter((piece) => piece.kind === 'cube').length;
  const members = pieces.reduce(
    (sum, piece) => sum + piece.dimensions.length + piece.measures.length + piece.segments.length,
    0,
  );
  return { cubes, views: pieces.length - cubes, members, unavailable: unavailable.length };
}

export function describeModelCounts({ cubes, views, members, unavailable }: ModelCounts): string {
  const counted = [counting(cubes, 'cube'), counting(views, 'view'), counting(members, 'member')].join(', ');
  return unavailable === 0 ? counted : `${counted}; ${unavailable} unavailable`;
}

/** `1 cube`, `2 cubes` */
export function counting(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
