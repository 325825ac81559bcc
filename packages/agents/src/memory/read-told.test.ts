import { describe, expect, it } from 'vitest';
import { asksToRemember, readTold } from './read-told.ts';
import { expectProportional } from '../../../../tests/expect-proportional.ts';

const fact = (text: string) => ({ kind: 'fact', text });
const meaning = (term: string, text: string) => ({ kind: 'meaning', term, text });

describe('a message', () => {
  it.each([
    ['Remember that our year starts in April.', fact('our year starts in April')],
    ['please remember: we call Oslo the capital', fact('we call Oslo the capital')],
    ['Can you remember that I prefer bars?', fact('I prefer bars')],
    ["Don't forget that refunds count on the day they are paid", fact('refunds count on the day they are paid')],
    ['Keep in mind that store 5 is closed!', fact('store 5 is closed')],
    ['note that v1.2 was sold in 2025', fact('v1.2 was sold in 2025')],
    ['Remember to show euros, thanks.', fact('to show euros, thanks')],
    ['remember that A, B and C are our key stores', fact('A, B and C are our key stores')],
    ['By turnover I mean revenue', meaning('turnover', 'revenue')],
    ['by "big fish", we mean customers with guest order = no.', meaning('big fish', 'customers with guest order = no')],
    ['When I say the flagship I mean store is "Oslo 1"', meaning('flagship', 'store is "Oslo 1"')],
    ['GMV means gross sales', meaning('GMV', 'gross sales')],
    ['"What we ship" means orders', meaning('What we ship', 'orders')],
    ['I mean gross sales by GMV', meaning('GMV', 'gross sales')],
    ['Remember that GMV stands for "gross sales".', meaning('GMV', 'gross sales')],
    ['Remember by GMV we mean gross sales. Thank you!', meaning('GMV', 'gross sales')],
  ])('that only tells something asks nothing: %j', (message, told) => {
    expect(readTold(message)).toEqual({ told: [told], rest: '' });
    expect(asksToRemember(message)).toBe(true);
  });

  it.each([
    [
      'By turnover I mean revenue. Turnover by month in 2025?',
      [meaning('turnover', 'revenue')],
      'Turnover by month in 2025?',
    ],
    ['By active I mean completed: orders by month', [meaning('active', 'completed')], 'orders by month'],
    [
      'By key stores I mean Oslo, Bergen and Hamar, show revenue by month',
      [meaning('key stores', 'Oslo, Bergen and Hamar')],
      'show revenue by month',
    ],
    ['Revenue by month, and remember that I like bars.', [fact('I like bars')], 'Revenue by month'],
    ['Remember that I like bars, now show revenue', [fact('I like bars')], 'show revenue'],
    [
      'Remember that X is closed.\nGMV means sales.\nGMV by month',
      [fact('X is closed'), meaning('GMV', 'sales')],
      'GMV by month',
    ],
    ['GMV means sales, what is GMV in 2025?', [meaning('GMV', 'sales')], 'what is GMV in 2025?'],
  ])('may tell something and ask something: %j', (message, told, rest) => {
    expect(readTold(message)).toEqual({ told, rest });
  });

  it.each([
    'Revenue by month',
    'What does turnover mean?',
    'what means turnover?',
    'Do you remember what I asked?',
    'Remember what I asked?',
    'Can you remember which store it was?',
    'How many orders were there when it means completed?',
    'revenue where that means credit',
    'Which of the stores means most to us?',
    'Show stores that note a loss',
    'Notes by month',
    'orders by means of payment',
    'means',
    'remember',
    'By revenue I mean',
    '',
    '\0',
    'SELECT * FROM remembered',
  ])('that asks to remember nothing is a question: %j', (message) => {
    expect(readTold(message).told).toEqual([]);
    expect(asksToRemember(message)).toBe(false);
  });

  it('is left as it is when it tells nothing', () => {
    expect(readTold(' Revenue\n by month ').rest).toBe(' Revenue\n by month ');
  });

  it.each([
    'Merke dir, dass Umsatz brutto ist',
    'Souviens-toi que nous vendons à Oslo',
    'Recuerda que el año empieza en abril',
    'Por favor, recuerda esto: x',
    'Onthoud dat wij stoppen',
    'Запомни: год начинается в апреле',
    'What is new? Ricorda che il negozio è chiuso.',
  ])('asks to remember in other languages: %j', (message) => {
    expect(asksToRemember(message)).toBe(true);
    expect(readTold(message).told).toEqual([]);
  });

  it.each<readonly [string, number, (size: number) => string]>([
    ['by by', 10_000, (size) => 'by '.repeat(size)],
    ['by x x I mean', 15_000, (size) => `by ${'x '.repeat(size)}I mean`],
    ['remember remember', 3_500, (size) => 'remember '.repeat(size)],
    ['please please remember that x', 4_000, (size) => `${'please '.repeat(size)}remember that x`],
    ['means means', 5_000, (size) => ' means'.repeat(size)],
    ['remember that, and, and', 6_000, (size) => `remember that ${', and'.repeat(size)}`],
    ['. . .', 16_000, (size) => '. '.repeat(size)],
    ['x   means y', 30_000, (size) => `x${' '.repeat(size)}means y`],
    ['and remember that   ', 31_000, (size) => `and remember that ${' '.repeat(size)}`],
  ])('is read in time proportional to its length: %j', (_, most, textOf) => {
    expectProportional(most, (size) => asksToRemember(textOf(size)));
  });
});
