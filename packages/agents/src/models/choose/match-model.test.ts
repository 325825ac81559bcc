import { describe, expect, it } from 'vitest';
import type { ModelChoice } from '../../config/index.ts';
import { matchModel } from './match-model.ts';

const named = (name: string): ModelChoice => ({ kind: 'named', name });
const registered = (by: 'name' | 'id', value: string): ModelChoice => ({ kind: 'registered', by, value });
const model = (id: number | undefined, name: string, providersName = 'm', isDefault = false) => {
  return { id, name, model: providersName, isDefault };
};
const two = [model(1, 'fast'), model(2, 'good', 'claude-sonnet-4-5-20250929')];

describe('the model of an agent', () => {
  it.each([
    ['auto, with a default', named('auto'), [...two, model(3, 'usual', 'm', true)], 'usual'],
    ['auto, without a default', named('auto'), two, 'fast'],
    ['auto, with a default of the project', named('auto'), [model(undefined, 'own', 'm', true), ...two], 'own'],
    ['its own name', named('good'), two, 'good'],
    ['a predefined name', named('claude_4_5_sonnet'), two, 'good'],
    ['a registration with a predefined name', named('gpt_5'), [...two, model(4, 'gpt_5', 'other')], 'gpt_5'],
    ['byom with a name', registered('name', 'good'), two, 'good'],
    ['byom with an id', registered('id', '2'), two, 'good'],
    [
      'byom with the name of a registration and of the project',
      registered('name', 'fast'),
      [model(undefined, 'fast'), ...two],
      'fast',
    ],
  ])('is the one of %s', (_, llm, candidates, expected) => {
    const match = matchModel(llm, candidates);
    expect(match).toEqual({ kind: 'model', model: candidates.find(({ name }) => name === expected) });
  });

  it('is replaced by that of auto where nothing has the name, and told so', () => {
    expect(matchModel(named('gpt_5'), two)).toMatchObject({ kind: 'model', model: { name: 'fast' }, isInstead: true });
    expect(matchModel(named('toString'), two)).toMatchObject({ model: { name: 'fast' }, isInstead: true });
    expect(matchModel(named('gpt_5'), [])).toEqual({ kind: 'analyst', isInstead: true });
  });

  it('is never replaced where it was named as registered', () => {
    for (const llm of [registered('name', 'gone'), registered('id', '7'), registered('id', 'undefined')]) {
      expect(matchModel(llm, [model(undefined, 'own'), ...two])).toEqual({ kind: 'unknown' });
    }
  });

  it('is the analyst by name, and without any model', () => {
    expect(matchModel(named('analyst'), two)).toEqual({ kind: 'analyst' });
    expect(matchModel(named('auto'), [])).toEqual({ kind: 'analyst' });
  });
});

it.each([
  ['claude_4_sonnet', 'claude-sonnet-4-20250514'],
  ['claude_4_sonnet', 'claude-sonnet-4-0'],
  ['claude_4_5_haiku', 'us.anthropic.claude-haiku-4-5-20251001-v1:0'],
  ['claude_4_5_opus', 'claude-opus-4-5@20251101'],
  ['claude_3_5_sonnetv2', 'claude-3-5-sonnet-v2@20241022'],
  ['claude_3_5_sonnetv2', 'anthropic.claude-3-5-sonnet-20241022-v2:0'],
  ['claude_3_7_sonnet_thinking', 'claude-3-7-sonnet-latest'],
  ['claude_4_6_opus', 'databricks-claude-opus-4-6'],
  ['gpt_4o', 'openai/gpt-4o-2024-08-06'],
  ['gpt_4_1_mini', 'gpt-4.1-mini'],
  ['o3', 'o3-2025-04-16'],
])('%s is what a provider calls %s', (name, providersName) => {
  expect(matchModel(named(name), [model(1, 'other'), model(2, 'this', providersName)])).toMatchObject({
    model: { name: 'this' },
  });
});

it.each([
  ['claude_4_sonnet', 'claude-sonnet-4-5'],
  ['gpt_4_1', 'gpt-4.1-mini'],
  ['gpt_5', 'gpt-5.3'],
  ['gpt_5', 'gpt-5-mini'],
  ['gpt_4o', 'gpt-4o-mini'],
  ['o3', 'o3-mini'],
  ['o3', 'foo3'],
  ['gpt_5', 'not-gpt-5'],
])('%s is not what a provider calls %s', (name, providersName) => {
  expect(matchModel(named(name), [model(1, 'other'), model(2, 'this', providersName)])).toMatchObject({
    model: { name: 'other' },
    isInstead: true,
  });
});
