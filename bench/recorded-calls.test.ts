import { expect, it } from 'vitest';
import { differenceOf, readRecordedCalls } from './recorded-calls.ts';
import { traceRequests } from './trace-requests.ts';

const recordedBy = /^v24\./;

// Another version of V8 may count the parts of asynchronous functions in another way.
it.runIf(recordedBy.test(process.version))(
  'calls as many functions for each kind of request as were recorded',
  async () => {
    const [recorded, traced] = [readRecordedCalls(), await traceRequests()];
    expect(Object.keys(traced)).toEqual(Object.keys(recorded));
    const differences = Object.entries(traced).flatMap(
      ([name, ran]) => differenceOf(name, ran, recorded[name] ?? {}) ?? [],
    );
    expect(differences.join('\n\n')).toBe('');
  },
);

it('names the functions that were added, and how to record the calls anew', () => {
  const recorded = { 'packages/a.ts': [{ name: 'read', calls: 100 }] };
  const calls = (added: number) => ({
    'packages/a.ts': [
      { name: 'read', calls: 100 },
      { name: 'again', calls: added },
    ],
  });
  expect(differenceOf('/v1/load', calls(2), recorded)).toBeUndefined();
  expect(differenceOf('/v1/load', calls(3), recorded)).toBe(
    [
      '/v1/load: 100 calls of functions were recorded, and 103 were counted:',
      '  packages/a.ts again: 0 -> 3',
      'If they are meant, `npm run trace -- --record` records them anew.',
    ].join('\n'),
  );
});
