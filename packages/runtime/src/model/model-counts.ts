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

/** Names what cannot be queried: whole cubes and views, and members of those that are served. */
export function describeUnavailable({
  pieces,
  unavailable,
}: Pick<ModelBuild, 'pieces' | 'unavailable'>): readonly string[] {
  const whole = unavailable.map(({ name }) => name).toSorted();
  const alone = pieces.flatMap((piece) => (piece.unavailable ?? []).map(({ member }) => member));
  return [
    ...(whole.length > 0 ? [`Cubes and views that cannot be queried: ${whole.join(', ')}`] : []),
    ...(alone.length > 0 ? [`Members that cannot be queried: ${alone.join(', ')}`] : []),
  ];
}

/** `1 cube`, `2 cubes` */
export function counting(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
