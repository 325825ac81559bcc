import type { CubeName, Join, ModelIndex, View } from '../../model/index.ts';
import type { Requirement } from './requirement.ts';
import { cubesAlong, joinsAlong, shortestPaths } from './shortest-path.ts';

/** A view in a query, and the cube where its paths begin. */
export interface RequestedView {
  readonly view: View;
  readonly root: CubeName;
}

/**
 * Gives a requirement without a path the view's path to the cube, or else the shortest one compatible with the view's
 * paths. The result depends on the view alone, so that a member's value does not depend on the rest of the query.
 *
 * @param path of the member that needs it
 */
export function alongView(
  model: ModelIndex,
  view: View,
  path: readonly CubeName[],
  required: Requirement,
): Requirement {
  const [root] = path;
  const { cube } = required;
  if (root === undefined || required.path.length > 1 || cube === root) return required;
  const paths = [path, ...view.joinPaths.filter(([first]) => first === root)];
  const fixed = paths.find((one) => one.includes(cube));
  if (fixed) return { ...required, path: fixed.slice(0, fixed.indexOf(cube) + 1) };
  const known = new Map<CubeName, Join>(paths.flatMap((one) => joinsAlong(model, one)).map((join) => [join.to, join]));
  const ways = shortestPaths(model, root, cube, known).map((joins) => cubesAlong(root, joins));
  const beside = (way: readonly CubeName[]) => way.filter((one) => !path.includes(one)).length;
  const least = Math.min(...ways.map(beside));
  const [way, ...others] = ways.filter((one) => beside(one) === least);
  if (!way) return required;
  return others.length === 0 ? { ...required, path: way } : { ...required, tied: [way, ...others] };
}

/**
 * Gives a requirement inside a query the paths of the query's views, where these agree.
 *
 * @param start where the inner rows begin, if not where those of the query do
 */
export function alongViews(
  model: ModelIndex,
  views: readonly RequestedView[],
  required: Requirement,
  start?: CubeName,
): Requirement {
  if (required.path.length > 1) return required;
  const ways = views.map(({ view, root }) => alongView(model, view, [root], required).path);
  const [way, ...others] = new Map(ways.map((one) => [one.join('.'), one])).values();
  if (!way || others.length > 0) return required;
  if (start === undefined) return { ...required, path: way };
  return way.includes(start) ? { ...required, path: way.slice(way.indexOf(start)) } : required;
}
