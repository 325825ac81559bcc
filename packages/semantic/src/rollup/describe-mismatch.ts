import type { Mismatch } from './mismatch.ts';
import type { ShownNames } from './shown-names.ts';

/** Says a reason in words, as the end of "it does not match: ...". Names only what the caller may see. */
export function describeMismatch(mismatch: Mismatch, names: ShownNames): string {
  const of = 'member' in mismatch ? names.member(mismatch.member) : '';
  switch (mismatch.kind) {
    case 'other-type':
      return `its type is ${mismatch.type}, and only the type rollup is compared yet`;
    case 'incomplete':
      return 'it names a member that the model does not have, or cannot compute';
    case 'without-own-member':
      return 'it uses no member of its own cube, so it is ignored';
    case 'several-facts':
      return 'its measures are of cubes that no join connects';
    case 'computed-dimension':
      return 'a dimension or a join is computed from other rows, which filters may change';
    case 'not-plannable':
      return `its own rows cannot be read (${mismatch.codes.join(', ')})`;
    case 'reads-context':
      return 'the SQL of a cube reads the security context, and rollups for each of its outcomes are not there yet';
    case 'reads-filters':
      return 'the SQL of a cube repeats filters of the query (FILTER_PARAMS), and its stored rows were read without them';
    case 'reads-clock':
      return `the SQL of a member shows times on the clock of the query, ${mismatch.zone}, and the rollup was read on another`;
    case 'masked':
      return 'the caller sees a mask instead of a value, and stored rows have the value';
    case 'rule':
      return 'an access rule of the caller tests something that it does not store';
    case 'other-root':
      return 'its rows start at another cube, so some rows would be missing or added';
    case 'other-path':
      return 'it reaches a cube by other joins';
    case 'join-missing':
      return 'the query follows a join that multiplies rows, and the rollup does not';
    case 'join-multiplies':
      return 'it follows a join that multiplies rows, and the query does not';
    case 'rows-one-by-one':
      return 'the query lists rows, or reads them other than in groups';
    case 'shifted-rows':
      return 'the query shifts times of rows';
    case 'row-windows':
      return 'the query counts rows in windows of time';
    case 'dimension':
      return `it does not store the dimension ${of}`;
    case 'segment':
      return `it does not store the segment ${of}`;
    case 'measure':
      return `it does not store the measure ${of}`;
    case 'measure-filter':
      return `the filters of ${of} test rows`;
    case 'time':
      return `it does not store the time ${of}`;
    case 'whole-time':
      return `it stores ${of} in buckets, and the query reads single moments`;
    case 'date-filter':
      return `${of} is tested in filters, for which it must be among the dimensions; a date range is written with timeDimensions`;
    case 'expression':
      return 'the query computes something that only the source can compute';
    case 'finer':
      return `it stores ${of} by ${mismatch.stored}, and the query asks for ${mismatch.asked}`;
    case 'uneven':
      return `it stores ${of} by ${mismatch.stored}, and these do not add up to buckets of ${mismatch.asked}`;
    case 'range-edges':
      return `a date range of ${of} begins or ends within its buckets of ${mismatch.stored}`;
    case 'zone':
      return `it stores ${of} by days or longer on another clock than that of ${mismatch.zone}`;
    case 'part-hours':
      return `the clock of ${mismatch.zone} does not always differ by whole buckets of ${of}; a date range may leave such times out`;
    case 'not-additive':
      return `parts of ${of} cannot be merged, so it must be asked for exactly as it is stored`;
    case 'multiplied-in-rollup':
      return `its joins multiply the rows of ${of}, so it must be asked for exactly as it is stored`;
    case 'multiplied-in-query':
      return `the query multiplies the rows of ${of}`;
    case 'window':
      return `${of} is computed over windows of time, which are not served from rollups yet`;
    case 'stages':
      return `${of} is computed from other groups, which are not served from rollups yet`;
    case 'not-pinned':
      return `it also groups by ${of}, which the query neither asks for nor sets to one value`;
    case 'other-granularity':
      return `the query asks for ${of} in other buckets than those stored, or on another clock`;
    case 'value-of-nothing':
      return `the query has no groups, and the value of ${of} for no rows is not stored`;
    case 'filled':
      return 'the query adds buckets without rows';
    case 'other-rows':
      return 'its values are of other rows';
  }
}
