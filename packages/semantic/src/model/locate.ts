import type { CatalogueCode, CatalogueParams, Problem } from '../problem/index.ts';
import { finding, locateFindings, type Mark, type KeyPath, placeOf, TemplatePlaces } from '../source/index.ts';
import type { CompileCache } from './compile-model.ts';
import type { CubeName } from './model.ts';

/** A part of a model that can be wrong although the model compiles. */
export type ModelSite =
  | { readonly kind: 'source' | 'data-source' | 'refresh-key'; readonly cube: CubeName }
  | { readonly kind: 'member' | 'mask'; readonly cube: CubeName; readonly member: string }
  /** `index` counts from 0. */
  | { readonly kind: 'filter'; readonly cube: CubeName; readonly member: string; readonly index: number }
  | { readonly kind: 'join'; readonly cube: CubeName; readonly to: CubeName };

export interface SiteOptions {
  readonly hint?: string | undefined;
  /** Text to underline: its first occurrence at the site. */
  readonly mark?: string | undefined;
}

/**
 * Locates a problem at a part of the model; an inherited part is located where it is written.
 *
 * @param cache of the compilation that resolved the part
 */
export function problemAt<C extends CatalogueCode>(
  site: ModelSite,
  code: C,
  params: CatalogueParams<C>,
  cache: CompileCache,
  { hint, mark }: SiteOptions = {},
): Problem {
  const place = placeOfSite(site, cache);
  const marked: Mark = mark === undefined ? 'value' : { text: mark };
  const found = finding(code, params, place, { hint, mark: marked });
  const { text = '', map } = cache.files.get(place.file) ?? {};
  const [, located = found.problem] = locateFindings(place.file, text, [found], { left: 0 })[0] ?? [];
  return map ? new TemplatePlaces(text, map).problem(located) : located;
}

function placeOfSite(site: ModelSite, { resolution }: CompileCache): KeyPath {
  const entry = resolution.inheritance.entries.get(site.cube);
  if (entry?.kind !== 'cube') throw new Error(`the model has no cube '${site.cube}'`);
  switch (site.kind) {
    case 'source':
      return entry.source?.sql.place ?? entry.definition.place;
    case 'data-source':
      return placeOf(entry.definition.place, 'data_source');
    case 'refresh-key': {
      const { refreshKey, place } = entry.definition;
      return refreshKey?.kind === 'sql' ? refreshKey.sql.place : place;
    }
    case 'join':
      return entry.joins.find(({ to }) => to === site.to)?.sql.place ?? entry.definition.place;
    case 'member':
    case 'mask':
    case 'filter': {
      const member = entry.members.get(site.member);
      if (!member) return entry.definition.place;
      if (site.kind === 'mask' && 'mask' in member && member.mask?.kind === 'sql') return member.mask.sql.place;
      if (site.kind === 'filter' && member.kind === 'measure') return member.filters[site.index]?.place ?? member.place;
      if (member.kind === 'dimension') return 'sql' in member.expression ? member.expression.sql.place : member.place;
      return member.sql?.place ?? placeOf(member.place, 'name');
    }
  }
}
