import { EngineError } from '@orrery/engines';
import { describe, expect, it } from 'vitest';
import { EngineLimits } from './engine-limits.ts';

function refusing(): Promise<never> {
  return Promise.reject(new EngineError('resource', new Error('184 stages are more than 150')));
}

describe('limits of an engine', () => {
  it('are counted by the text of the engine, up to a share of the questions', async () => {
    const limits = new EngineLimits();
    expect(await limits.within(async () => 'an answer')).toBe('an answer');
    expect(limits.report('Trino')).toBeUndefined();
    expect(await limits.within(refusing)).toBeUndefined();
    expect(limits.report('Trino')).toBe(
      'Trino refused 1 of 2 questions by its own limits\n  1 times: 184 stages are more than 150',
    );
    await limits.within(refusing);
    expect(() => limits.report('Trino')).toThrow('refused 2 of 3 questions');
  });

  it('are no other faults', async () => {
    const fault = new EngineError('statement', new Error('no such column'));
    await expect(new EngineLimits().within(() => Promise.reject(fault))).rejects.toBe(fault);
  });
});
