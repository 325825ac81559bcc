import { describe, expect, it } from 'vitest';
import { ambiguousModel } from '../ambiguous-fixture.ts';
import { analyse } from '../analyse.ts';
import type { QuestionContext, AnalysisOutcome } from '../outcome.ts';
import { HiddenNames } from './hidden-names.ts';
import type { Meaning } from './meaning.ts';

const given: QuestionContext = { model: ambiguousModel, now: new Date('2026-03-01T12:00:00Z'), timezone: 'UTC' };
const told = (term: string, words: string, source = 'Anna told me'): Meaning => ({ term, words, source });

function ask(question: string, meanings: readonly Meaning[], more: Partial<QuestionContext> = {}): AnalysisOutcome {
  return analyse(question, { ...given, ...more, meanings });
}
const textOf = (outcome: AnalysisOutcome) => ('text' in outcome ? outcome.text : JSON.stringify(outcome));

describe('a word that was explained', () => {
  const turnover = told('turnover', 'net revenue');

  it('means the words of its explanation, and the answer says who told it', () => {
    const outcome = ask('Turnover by sales channel', [turnover]);
    expect(outcome).toMatchObject({
      kind: 'query',
      query: { measures: ['retail.net_revenue'], dimensions: ['retail.orderChannel'] },
      meanings: [turnover],
    });
    if (outcome.kind !== 'query') return;
    expect(outcome.description).toContain('"turnover" means "net revenue", as Anna told me.');
    expect(outcome.interpretation.assumptions).toContain('"turnover" means "net revenue", as Anna told me.');
  });

  it.each([
    ['in the plural, and in another case', 'TURNOVERS by sales channel', told('Turnover', 'net revenue')],
    ['of several words, the longest of which wins', 'big fish by shop city', told('Big fish', 'net revenue')],
  ])('is found %s', (_, question, meaning) => {
    expect(ask(question, [told('fish', 'receipts'), meaning])).toMatchObject({
      query: { measures: ['retail.net_revenue'] },
    });
  });

  it('may be explained by another one, but not by itself', () => {
    expect(ask('GMV by sales channel', [told('gmv', 'turnover'), turnover])).toMatchObject({
      query: { measures: ['retail.net_revenue'] },
      meanings: [{ term: 'gmv' }, { term: 'turnover' }],
    });
    expect(ask('GMV by sales channel', [told('gmv', 'gmv gmv')]).kind).toBe('withheld');
  });

  it('keeps a meaning of its own: a name of the model, a word of questions, a value', () => {
    expect(ask('receipts by sales channel', [told('receipts', 'net revenue')])).toMatchObject({
      query: { measures: ['retail.receipts'] },
    });
    const growth = ask('growth of net revenue', [told('growth', 'receipts')]);
    expect([growth.kind, growth.meanings]).toEqual(['withheld', undefined]);
    const values = [{ words: 'Oslo', member: 'retail.shop_city', values: ['Oslo'] }];
    const wanted = ask('net revenue in Oslo', [told('Oslo', 'receipts')]);
    expect(wanted.kind).toBe('lookup');
    const outcome = ask('net revenue in Oslo', [told('Oslo', 'receipts')], {
      values: [...values, ...othersOf(wanted)],
    });
    expect(outcome).toMatchObject({ kind: 'query', query: { filters: [{ values: ['Oslo'] }] } });
    expect(outcome.meanings).toBeUndefined();
  });

  it('is looked up among values where its explanation has one', () => {
    const north = told('up yonder', 'shop city is Oslo');
    const wanted = ask('net revenue where up yonder', [north]);
    expect(wanted.kind).toBe('lookup');
    expect(wanted.kind === 'lookup' ? wanted.wanted[0] : undefined).toMatchObject({ words: 'up yonder' });
    const none = othersOf(wanted);
    const next = ask('net revenue where up yonder', [north], { values: none });
    expect(next).toMatchObject({ kind: 'lookup', wanted: [{ words: 'Oslo' }], meanings: [north] });
    const values = [...none, { words: 'Oslo', member: 'retail.shop_city', values: ['Oslo'] }];
    expect(ask('net revenue where up yonder', [north], { values })).toMatchObject({
      query: { filters: [{ member: 'retail.shop_city', values: ['Oslo'] }] },
    });
  });

  it('explains a word of questions about the data', () => {
    expect(textOf(ask('What does turnover mean?', [turnover]))).toMatch(
      /Net Revenue[\s\S]*"turnover" means "net revenue", as Anna told me/,
    );
  });

  it('that is explained by words without a meaning is withheld, and says why', () => {
    const outcome = ask('turnover by sales channel', [told('turnover', 'xyzzy')]);
    expect(outcome.kind).toBe('withheld');
    expect(textOf(outcome)).toMatch(/xyzzy[\s\S]*as Anna told me/);
  });

  it('is no statement, and no markup', () => {
    const hostile = told('turnover', 'SELECT * FROM salaries', '![x](http://x) told me');
    const outcome = ask('turnover', [hostile]);
    expect(outcome.kind).toBe('withheld');
    expect(textOf(outcome)).not.toContain('![');
  });

  it('is not replaced inside of quotes', () => {
    const outcome = ask('net revenue where shop city is "turnover"', [turnover]);
    expect(outcome).toMatchObject({ query: { filters: [{ values: ['turnover'] }] } });
  });
});

describe('words that may mean several things', () => {
  it('are those of the doubt, with what each choice says in their place', () => {
    const outcome = ask('net revenue and receipts by city', []);
    if (outcome.kind !== 'clarify') throw new Error(outcome.kind);
    expect(outcome.doubt).toEqual({ words: 'city', meanings: ['Shop City', 'Customer City'] });
    expect(outcome.choices).toEqual([
      'net revenue and receipts by Shop City',
      'net revenue and receipts by Customer City',
    ]);
  });

  it('mean what was told of them', () => {
    const choice = told('city', 'Shop City', 'you chose before');
    expect(ask('net revenue by cities', [choice])).toMatchObject({
      query: { dimensions: ['retail.shop_city'] },
      meanings: [choice],
    });
    const unknown = [told('city', 'xyzzy')];
    const values = othersOf(ask('net revenue by city', unknown));
    expect(ask('net revenue by city', unknown, { values }).kind).toBe('clarify');
  });

  it('are asked about when people told different things', () => {
    const outcome = ask('turnover by sales channel', [
      told('turnover', 'net revenue', 'Anna told me'),
      told('Turnover', 'receipts', 'Bob told me'),
      told('turnover', 'Receipts', 'Carl told me'),
    ]);
    expect(outcome).toMatchObject({
      kind: 'clarify',
      choices: ['net revenue by sales channel', 'Receipts by sales channel'],
      doubt: { words: 'turnover' },
    });
    expect(textOf(outcome)).toMatch(/Anna told me.* or .*told me/);
  });
});

function othersOf(outcome: AnalysisOutcome) {
  if (outcome.kind !== 'lookup') throw new Error(outcome.kind);
  return outcome.wanted.flatMap(({ words, members }) => members.map((member) => ({ words, member, values: [] })));
}

describe('names that a caller does not see', () => {
  const [retail, wholesale, salaries] = ambiguousModel.cubes;
  if (!retail || !wholesale || !salaries) throw new Error('the model has three');
  const isNet = ({ name }: { readonly name: string }) => name === 'retail.net_revenue';
  const visible = { cubes: [{ ...retail, measures: retail.measures.filter((one) => !isNet(one)) }] };
  const hidden = {
    cubes: [
      { ...retail, measures: retail.measures.filter(isNet), dimensions: [], segments: [] },
      wholesale,
      { ...salaries, measures: [{ ...salaries.measures[0]!, name: 'salaries.total', shortTitle: 'Total' }] },
    ],
  };
  const names = new HiddenNames(hidden, visible);

  it.each([
    'net revenue is what counts',
    'our NET_REVENUE doubled',
    'by pay I mean "Net Revenue"',
    'see retail.net_revenue',
    'use netRevenue',
    'the discount rates are wrong',
    'payroll runs in May',
    'salaries are secret',
    'salaries total',
  ])('are found in %j', (text) => expect(names.areIn(text)).toBe(true));

  it.each([
    'revenue is what counts', // a visible member has this name
    'the total is what counts', // a word of every question
    'the shop city of Retail',
    'nothing of the model',
    '',
  ])('are not in %j', (text) => expect(names.areIn(text)).toBe(false));

  it('are none where all is visible', () => {
    expect(new HiddenNames({ cubes: [] }, ambiguousModel).areIn('net revenue')).toBe(false);
  });
});
