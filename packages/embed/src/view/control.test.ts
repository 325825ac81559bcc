import { expect, it } from 'vitest';
import { type Control, controlOf, noFilter, textOfValue, valueOf } from './control.ts';
import { fieldOf, filterOf, inputOf, typedValues } from './control-field.ts';
import { readWidgets } from './dashboard.ts';

function control(config: object): Control {
  const [widget] = readWidgets({
    widgets: [{ id: 'city', type: 'FILTER', config: { semanticView: 'sales', member: 'city', ...config } }],
  });
  const made = widget && controlOf(widget);
  if (!made) throw new Error('a filter with a member is a control');
  return made;
}

it('has the value of the viewer, else that of the server, else the published one', () => {
  const saved = control({ value: ['Oslo'], operator: 'not_equals' });
  const told = { filters: [{ widgetId: 'city', operator: 'contains', value: 'Ber' }] };
  expect(valueOf(saved, { value: ['Rome'] }, told)).toEqual({ operator: 'equals', value: ['Rome'] });
  expect(valueOf(saved, noFilter, told)).toEqual(noFilter);
  expect(valueOf(saved, undefined, told)).toEqual({ operator: 'contains', value: 'Ber' });
  expect(valueOf(saved, undefined, { filters: [] })).toEqual(noFilter);
  expect(valueOf(saved, undefined, undefined)).toEqual({ operator: 'not_equals', value: ['Oslo'] });
  const ofAttribute = control({ value: ['Oslo'], userAttributeDefault: 'city' });
  expect(valueOf(ofAttribute, undefined, undefined)).toEqual(noFilter);
});

it('names up to two values, and says nothing of a filter that keeps all rows', () => {
  expect(textOfValue({ value: ['Oslo', 'Rome', 'Bern'] })).toBe('Oslo, Rome and 1 more');
  expect(textOfValue({ value: 0 })).toBe('0');
  expect(textOfValue({ operator: 'is_null' })).toBe('is empty');
  expect(textOfValue(noFilter)).toBeUndefined();
});

it.each([
  [{}, 'equals', 'list', 'text', true],
  [{ multiple: false }, 'equals', 'list', 'text', false],
  [{}, 'contains', 'typed', 'text', false],
  [{ dimensionType: 'boolean' }, 'not_equals', 'list', 'text', true],
  [{ dimensionType: 'number' }, 'equals', 'typed', 'number', false],
  [{ dimensionType: 'number', multiple: true }, 'equals', 'typed', 'number', true],
  [{ dimensionType: 'number', multiple: true }, 'less_than', 'typed', 'number', false],
  [{ dimensionType: 'time' }, 'equals', 'typed', 'date', false],
  [{ dimensionType: 'time' }, 'between', 'between', 'date', false],
  [{ dimensionType: 'time' }, 'is_not_null', 'switch', 'date', false],
])('%j with %s has a %s of %s', (config, operator, kind, type, isMany) => {
  expect(fieldOf(control(config), operator)).toMatchObject({ kind, type, isMany });
});

it('shows a date as a day, and any other time as a text', () => {
  expect(inputOf('date', '2026-05-01T00:00:00.000')).toEqual({ type: 'date', text: '2026-05-01' });
  expect(inputOf('date', '2026-05-01T12:00:00')).toEqual({ type: 'text', text: '2026-05-01T12:00:00' });
  expect(inputOf('date', '')).toEqual({ type: 'date', text: '' });
});

it('reads what is typed', () => {
  expect(typedValues(' 1, 2 ,', true)).toEqual(['1', '2']);
  expect(typedValues(' Oslo, Norway ', false)).toEqual(['Oslo, Norway']);
  expect(filterOf('equals', typedValues(' ', false))).toBe(noFilter);
});
