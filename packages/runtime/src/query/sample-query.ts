import type { BoundQuery, Civil, Granularity, MemberId, Output, ValueType, Zone } from '@orrery/semantic';

/** A bound query over the sample model, for tests. */
export function sampleQuery(outputs: readonly Output[], more: Partial<BoundQuery> = {}): BoundQuery {
  return {
    outputs,
    rowFilters: [],
    defaultFilters: [],
    rowRules: [],
    masks: [],
    groupFilters: [],
    order: [],
    limit: 10_000,
    offset: 0,
    zone: 'UTC' as Zone,
    ruleZone: 'UTC' as Zone,
    year: 2024,
    isUngrouped: false,
    joinHints: [],
    joined: [],
    timeMembers: [],
    dateRanges: [],
    ...more,
  };
}

export function civil(text: string): Civil {
  return text as Civil;
}

export function dimensionOutput(name: string, type: ValueType = 'string'): Output {
  const expression = { kind: 'dimension', member: name as MemberId } as const;
  return { name, alias: name.replace('.', '__'), role: 'dimension', type, expression };
}

export function bucketOutput(name: string, granularity: Granularity): Output {
  const expression = { kind: 'bucket', member: name as MemberId, granularity } as const;
  const alias = `${name.replace('.', '__')}_${granularity}`;
  return { name: `${name}.${granularity}`, alias, role: 'bucket', type: 'time', expression };
}

export function measureOutput(name: string): Output {
  const expression = { kind: 'measure', member: name as MemberId } as const;
  return { name, alias: name.replace('.', '__'), role: 'measure', type: 'number', expression };
}
