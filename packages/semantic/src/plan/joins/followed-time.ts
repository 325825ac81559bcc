import type { Fragment, FragmentPart, Member, MemberId, StageExpression } from '../../model/index.ts';

/** Returns the time, or its bucket, that the member shows unchanged: its SQL is nothing else. */
export function followedTime(member: Member): { readonly member: MemberId; readonly granularity?: string } | undefined {
  const [only, ...others] = valueOf(member)?.parts ?? [];
  return only === undefined || others.length > 0 ? undefined : referredIn(only);
}

function referredIn(part: FragmentPart): Extract<FragmentPart, { kind: 'member' }> | undefined {
  if (part.kind === 'member') return part;
  if (part.kind !== 'mask-choice') return undefined;
  const [only, ...others] = part.real.parts; // the text around it is equal
  return only === undefined || others.length > 0 ? undefined : referredIn(only);
}

function valueOf({ expression }: Member): Fragment | undefined {
  switch (expression.kind) {
    case 'sql':
    case 'sub-query':
    case 'calculated':
    case 'windowed':
      return expression.sql;
    case 'aggregate':
      return expression.function === 'min' || expression.function === 'max' ? expression.sql : undefined;
    case 'stage': {
      const { value } = expression;
      if (value?.kind !== 'sql') return undefined;
      return 'include' in expression || keepsValues(expression.makes) ? value.sql : undefined;
    }
    case 'alias':
    case 'case':
    case 'choice':
    case 'composed':
    case 'raw-aggregate':
    case 'switch':
      return undefined;
  }
}

function keepsValues(makes: StageExpression['makes']): boolean {
  return makes === 'min' || makes === 'max' || makes === 'raw' || makes === 'value';
}
