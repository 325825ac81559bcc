import { expect, it } from 'vitest';
import { readFormat } from './format.ts';

it.each([
  ['number', 'number'],
  ['percent', 'percent'],
  ['currency', 'currency'],
  ['id', { type: 'custom-numeric', value: '.0f', alias: 'id' }],
  ['decimal', { type: 'custom-numeric', value: ',.2~f', alias: 'decimal' }],
  ['abbr', { type: 'custom-numeric', value: '.2~s', alias: 'abbr' }],
  ['accounting', { type: 'custom-numeric', value: '(,.2~f', alias: 'accounting' }],
  ['percent_1', { type: 'custom-numeric', value: '.1~%', alias: 'percent_1' }],
  ['percent_0', { type: 'custom-numeric', value: '.0%', alias: 'percent_0' }],
  ['currency_0', { type: 'custom-numeric', value: '$,.0f', alias: 'currency_0' }],
  ['number_6', { type: 'custom-numeric', value: ',.6~f', alias: 'number_6' }],
  ['abbr_0', { type: 'custom-numeric', value: '.0~s', alias: 'abbr_0' }],
  ['$,.1f', { type: 'custom-numeric', value: '$,.1f' }],
  ['percent_7', undefined],
  ['money', undefined],
  ['', undefined],
])('shows the number format %j', (text, format) => {
  expect(readFormat(text, 'number')).toEqual(format);
});

it('accepts any text as a time format', () => {
  expect(readFormat('%Y-%m', 'time')).toEqual({ type: 'custom-time', value: '%Y-%m' });
});

it('knows links and images of texts, in both spellings', () => {
  expect(readFormat('imageUrl', 'string')).toBe('imageUrl');
  expect(readFormat('image_url', 'string')).toBe('imageUrl');
  expect(readFormat({ type: 'link', label: 'Open' }, 'string')).toEqual({ type: 'link', label: 'Open' });
  expect(readFormat({ type: 'link', label: 'Open', url: 'x' }, 'string')).toBeUndefined();
  expect(readFormat('percent', 'string')).toBeUndefined();
});

it('has no format for booleans', () => {
  expect(readFormat('number', 'boolean')).toBeUndefined();
});
