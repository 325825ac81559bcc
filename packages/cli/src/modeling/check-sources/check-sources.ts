import { EngineError } from '@orrery/engines';
import { didYouMean } from '@orrery/kernel';
import {
  castText,
  type CompileCache,
  type Cube,
  cubeOf,
  type Dialect,
  type Fragment,
  fragmentsOf,
  indexModel,
  type MemberId,
  type ModelBuild,
  type Probes,
  probesOf,
  type Problem,
  problemAt,
  type StoredForm,
  timeProbe,
  timesOf,
} from '@orrery/semantic';
import { fragmentText, type OpenDataSource, tellTimes, type TimesOfSource } from '@orrery/runtime';
import { askSource, type SourceProbe, SourceLost, wordsOf } from './ask-source.ts';
import { checkCube, checkJoins, checkRefreshKey } from './check-cube.ts';
import { checkMasks } from './check-masks.ts';
import type { SourceFault } from './fault.ts';

export interface SourceCheckInput {
  readonly build: ModelBuild;
  readonly cache: CompileCache;
  /** Names of data sources of the project. */
  readonly dataSources: readonly string[];
  /** Names of those that nothing connects to, whose cubes are left out. */
  readonly unconnected: readonly string[];
  /** @throws EngineError */
  open(dataSource: string): Promise<OpenDataSource>;
}

export interface SourceCheck {
  /** Problems at their positions in the model. */
  readonly problems: readonly Problem[];
  readonly lost: readonly LostSource[];
  /** Number of cubes that were checked completely. */
  readonly cubeCount: number;
  /** Time dimensions that hold days. */
  readonly days: readonly MemberId[];
  /** Members that show their columns by a cast, each with the cast. */
  readonly casts: readonly string[];
  /** Data sources in which quotients of decimals have only the decimals of their parts. */
  readonly shortQuotients: readonly string[];
}

interface LostSource {
  readonly dataSource: string;
  readonly reason: string;
}

/** Checks each cube against the data source it reads. */
export async function checkSources(input: SourceCheckInput): Promise<SourceCheck> {
  const { build, cache, dataSources, unconnected } = input;
  const probes = probesOf(indexModel(build.pieces, build.unavailable));
  const cubes = build.pieces.filter((piece) => piece.kind === 'cube');
  const bySource = Map.groupBy(cubes, ({ dataSource }) => dataSource);
  const problems: Problem[] = [];
  const lost: LostSource[] = [];
  const days: MemberId[] = [];
  const casts: string[] = [];
  const shortQuotients: string[] = [];
  let cubeCount = 0;
  for (const [dataSource, own] of bySource) {
    if (!dataSources.includes(dataSource)) {
      const hint = didYouMean(dataSource, dataSources);
      for (const { name } of own) {
        const site = { kind: 'data-source', cube: name } as const;
        problems.push(problemAt(site, 'model.unknown-data-source', { cube: name, dataSource }, cache, { hint }));
      }
      continue;
    }
    if (unconnected.includes(dataSource)) continue;
    const { faults, reason, checked, ...found } = await checkSource(dataSource, own, probes, input);
    problems.push(...causes(faults, probes).map((fault) => describeFault(fault, cache)));
    if (reason !== undefined) lost.push({ dataSource, reason });
    cubeCount += checked;
    days.push(...found.days);
    casts.push(...found.casts);
    if (found.hasShortQuotients) shortQuotients.push(dataSource);
  }
  return { problems: eachOnce(problems), lost, cubeCount, days, casts, shortQuotients };
}

interface SourceFindings {
  readonly faults: readonly SourceFault[];
  readonly days: readonly MemberId[];
  readonly casts: readonly string[];
  readonly hasShortQuotients: boolean;
  readonly reason?: string;
  readonly checked: number;
}

async function checkSource(
  dataSource: string,
  cubes: readonly Cube[],
  probes: Probes,
  { open }: SourceCheckInput,
): Promise<SourceFindings> {
  const faults: SourceFault[] = [];
  const days: MemberId[] = [];
  const casts: string[] = [];
  let checked = 0;
  let hasShortQuotients = false;
  const found = () => ({ faults, days, casts, hasShortQuotients, checked });
  try {
    const { engine, dialect } = await open(dataSource);
    try {
      const source = askSource(engine, dialect, probes);
      if (dialect.shortQuotients !== undefined) hasShortQuotients = await source.hasRows(dialect.shortQuotients);
      for (const cube of cubes) {
        const types = await typesOf(cube, probes, source);
        source.readTypes(types);
        days.push(...types.days);
        casts.push(...types.shownAs.map(([id, as]) => castOf(cube, id, as, dialect)));
        for (const checkPart of [checkCube, checkMasks, checkRefreshKey, checkJoins])
          faults.push(...(await checkPart(cube, probes, source)));
        checked += 1;
      }
      return found();
    } finally {
      await engine.close();
    }
  } catch (error) {
    if (error instanceof SourceLost) return { ...found(), reason: error.message };
    if (error instanceof EngineError) return { ...found(), reason: wordsOf(error) };
    throw error;
  }
}

/** Returns the types that the source reports; what it refuses is reported by the checks of the members. @throws SourceLost */
function typesOf(cube: Cube, { model }: Probes, source: SourceProbe): Promise<TimesOfSource> {
  return tellTimes(timesOf(model, cube.name), async (times) => {
    const reply = await source.askTimes(timeProbe(model, times));
    if (reply.kind === 'accepted') return reply.columns;
    return reply.kind === 'unplanned' ? 'unplanned' : undefined;
  });
}

/** Names a member and the cast by which it shows its column. */
function castOf(cube: Cube, id: MemberId, as: StoredForm, dialect: Dialect): string {
  const member = [...cube.dimensions, ...cube.measures].find((one) => one.id === id);
  const isOneText = member !== undefined && fragmentsOf(member).length === 1 && 'sql' in member.expression;
  const shown = isOneText && member.expression.sql ? fragmentText(member.expression.sql, cube.name, '') : `{${id}}`;
  return `${id} as ${castText(shown, as, dialect)}`;
}

/** Leaves out faults that follow from a fault in what they refer to. */
function causes(faults: readonly SourceFault[], { model }: Probes): readonly SourceFault[] {
  const badCubes = new Set(faults.flatMap((fault) => (fault.kind === 'source' ? [fault.site.cube] : [])));
  const badMembers = new Set(
    faults.flatMap((fault) => ('member' in fault && fault.kind !== 'mask' ? [fault.member] : [])),
  );
  const badlyJoined = new Set(faults.flatMap((fault) => (fault.kind === 'join' ? [fault.site.cube] : [])));
  return faults.filter(({ kind, site, fragments }) => {
    if (kind === 'source' || kind === 'refresh-key') return true;
    if (site.kind === 'join' && badCubes.has(site.to)) return false;
    const readsByJoins = kind !== 'join' && badlyJoined.has(site.cube);
    return !readsFaulty(fragments, readsByJoins ? site.cube : undefined, new Set());
  });

  /** @param badlyJoinedCube a cube with a faulty join: a fault in what it reads of other cubes follows from that */
  function readsFaulty(
    fragments: readonly Fragment[],
    badlyJoinedCube: string | undefined,
    seen: Set<MemberId>,
  ): boolean {
    return fragments.some(({ parts }) =>
      parts.some((part) => {
        if (part.kind === 'cube' || part.kind === 'source') return badCubes.has(part.cube);
        if (part.kind !== 'member' || seen.has(part.member)) return false;
        seen.add(part.member);
        const cube = cubeOf(part.member);
        if (
          badMembers.has(part.member) ||
          badCubes.has(cube) ||
          (badlyJoinedCube !== undefined && cube !== badlyJoinedCube)
        )
          return true;
        const member = model.members.get(part.member);
        return member !== undefined && readsFaulty(fragmentsOf(member), badlyJoinedCube, seen);
      }),
    );
  }
}

function describeFault(fault: SourceFault, cache: CompileCache): Problem {
  const { site, options } = fault;
  switch (fault.kind) {
    case 'source':
      return problemAt(site, 'model.source-refused', { cube: site.cube, reason: fault.reason }, cache, options);
    case 'refresh-key':
      return problemAt(site, 'model.refresh-key-refused', { cube: site.cube, reason: fault.reason }, cache, options);
    case 'join': {
      const to = site.kind === 'join' ? site.to : '';
      return problemAt(site, 'model.join-refused', { from: site.cube, to, reason: fault.reason }, cache, options);
    }
    case 'member':
      return problemAt(site, 'model.member-refused', fault, cache, options);
    case 'filter':
      return problemAt(site, 'model.filter-refused', fault, cache, options);
    case 'mask':
      return problemAt(site, 'model.mask-refused', fault, cache, options);
    case 'unanswerable':
      return problemAt(site, 'model.unanswerable', fault, cache, options);
    case 'type':
      return problemAt(site, 'model.type-differs', fault, cache, options);
    case 'aggregate':
      return problemAt(site, 'model.aggregate-of-no-number', fault, cache, options);
  }
}

/** Removes duplicates of problems that several cubes inherit, and sorts by file and line. */
function eachOnce(problems: readonly Problem[]): readonly Problem[] {
  const byPlace = new Map<string, Problem>();
  for (const problem of problems) {
    const key = JSON.stringify([problem.code, problem.at]);
    if (!byPlace.has(key)) byPlace.set(key, problem);
  }
  return [...byPlace.values()].toSorted((one, other) => {
    const [a, b] = [one.at, other.at];
    if (a?.kind !== 'file' || b?.kind !== 'file') return 0;
    return a.file === b.file ? a.line - b.line || a.column - b.column : a.file < b.file ? -1 : 1;
  });
}
