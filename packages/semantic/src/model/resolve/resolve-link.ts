import { type DimensionDefinition, finding, type LinkDefinition, type AuthorSql } from '../../source/index.ts';
import { bindSql, type BoundReference, type BoundSql } from './bind-names.ts';
import type { Dimension, Link, MemberId, TextPart } from '../model.ts';
import type { ResolvedMember } from './resolve-dimension.ts';
import { memberId, type CubeScope } from './scope.ts';

/** Metadata of a link; its address is the value of the companion dimension. */
export function linkFace({ place: _, address, parameters, ...facts }: LinkDefinition): Link {
  return {
    ...facts,
    ...(address.kind === 'dashboard' ? { dashboard: address.dashboard } : {}),
    parameters: parameters.map(({ key }) => key),
  };
}

export function companionName(dimension: string, link: string): string {
  return `${dimension}___link_${link}_url`;
}

interface LinkSite {
  readonly member: MemberId;
  readonly references: MemberId[];
  readonly scope: CubeScope;
}

/** Resolves, for each link of a dimension, a dimension with the address. */
export function resolveLinks(
  definition: DimensionDefinition,
  dimension: Dimension,
  scope: CubeScope,
): readonly ResolvedMember<Dimension>[] {
  return definition.links.map((link) => {
    const references: MemberId[] = [];
    const name = companionName(definition.name, link.name);
    if (scope.cube.members.has(name)) {
      const params = { cube: scope.cube.name, member: name };
      scope.findings.push(finding('model.member-of-two-kinds', params, link.place));
    }
    const shortTitle = `${dimension.shortTitle} ${link.label}`;
    const title = `${dimension.title} ${link.label}`;
    const member: Dimension = {
      kind: 'dimension',
      id: memberId(scope.cube.name, name),
      name,
      title,
      shortTitle,
      isPublic: dimension.isPublic,
      type: 'string',
      isPrimaryKey: false,
      suggestsFilterValues: false,
      isSynthetic: true,
      expression: addressOf(link, { member: memberId(scope.cube.name, definition.name), references, scope }),
    };
    return { member, references };
  });
}

function addressOf({ address, parameters }: LinkDefinition, site: LinkSite): Dimension['expression'] {
  if (address.kind === 'sql') {
    const sql = bindRows(address.sql, site).fragment;
    return { kind: 'composed', parts: [{ kind: 'sql', sql, form: 'plain' }], isGuarded: true };
  }
  const base =
    address.kind === 'dashboard'
      ? [`/dashboards/${encodeURIComponent(address.dashboard)}`]
      : textParts(address.sql, site);
  const isAsked = base.some((part) => typeof part === 'string' && part.includes('?'));
  const query = parameters.flatMap(({ key, value }, index): readonly TextPart[] => [
    `${isAsked || index > 0 ? '&' : '?'}${encodeURIComponent(key)}=`,
    { kind: 'sql', sql: bindRows(value, site).fragment, form: formOf(value, site) },
  ]);
  return { kind: 'composed', parts: beforeHash(base, query), isGuarded: false };
}

/** Splits an author's text into parts, in which no reference can end or redirect the address. */
function textParts(sql: AuthorSql, site: LinkSite): readonly TextPart[] {
  const bound = bindRows(sql, site);
  return bound.fragment.parts.map((part): TextPart => {
    if (part.kind === 'text') return part.text;
    if (part.kind === 'member') {
      const reference = bound.references.find(({ member }) => member === part.member);
      const form = reference ? formOfReference(reference, sql, site) : 'escaped';
      return { kind: 'sql', sql: { parts: [part] }, form };
    }
    if (part.kind === 'cube' || part.kind === 'source') return refuse('a cube', part.cube, sql, site);
    return refuse('a value of the request', part.kind, sql, site);
  });
}

function bindRows(sql: AuthorSql, { member, references, scope }: LinkSite): BoundSql {
  const bound = bindSql(sql, { kind: 'member', member }, scope);
  for (const reference of bound.references) {
    references.push(reference.member);
    if (reference.definition.kind === 'measure')
      refuse('a measure', reference.member, sql, { member, references, scope });
  }
  return bound;
}

/** Numbers are written alike on every engine; times have no fixed form and are refused. */
function formOf(sql: AuthorSql, site: LinkSite): 'escaped' | 'escaped-number' {
  const { fragment, references } = bindSql(sql, { kind: 'member', member: site.member }, site.scope);
  const [only, ...others] = references;
  return only && others.length === 0 && fragment.parts.length === 1 ? formOfReference(only, sql, site) : 'escaped';
}

function formOfReference(
  { definition, member }: BoundReference,
  sql: AuthorSql,
  site: LinkSite,
): 'escaped' | 'escaped-number' {
  if (definition.kind !== 'dimension') return 'escaped';
  if (definition.type === 'time') refuse('a time', member, sql, site);
  return definition.type === 'number' ? 'escaped-number' : 'escaped';
}

function refuse(what: string, reference: string, sql: AuthorSql, { member, scope }: LinkSite): '' {
  scope.findings.push(finding('model.link-value', { member, reference, what }, sql.place));
  return '';
}

/** Inserts parameters before the fragment of an address. */
function beforeHash(base: readonly TextPart[], query: readonly TextPart[]): readonly TextPart[] {
  const index = base.findIndex((part) => typeof part === 'string' && part.includes('#'));
  const text = base[index];
  if (query.length === 0 || typeof text !== 'string') return [...base, ...query];
  const hash = text.indexOf('#');
  return [...base.slice(0, index), text.slice(0, hash), ...query, text.slice(hash), ...base.slice(index + 1)];
}
