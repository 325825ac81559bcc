import { element } from '../../markup/index.ts';
import { type Settings, settingsOf, filledText } from '../../view/index.ts';

const texts = {
  title: 'How this was answered',
  meaning: 'Understood as',
  dates: 'Dates',
  from: (from: string) => `from ${from}`,
  before: (to: string) => `before ${to}`,
  policies: 'Rows you may see',
  filtered: (filters: string) => `only those that your rights allow (${filters})`,
  masked: 'Hidden values',
  rows: 'Rows',
  partly: (shown: string, all: string) => `${shown} of ${all} were read`,
  atLeast: (shown: string) => `the first ${shown}; there are more`,
  refreshed: 'Data from',
  model: 'Answered by',
  analyst: 'the analyst, without a language model',
} as const;

/** Shows a receipt: the queries of an answer, and the rules that decided which rows they could see. */
export function receiptView(given: unknown, locale: string | undefined): HTMLElement | undefined {
  const receipt = settingsOf(given);
  const queries = Array.isArray(receipt['queries']) ? receipt['queries'].map(settingsOf) : [];
  if (queries.length === 0) return undefined;
  const model = filledText(receipt['model']);
  const by = term(texts.model, model === 'analyst' ? texts.analyst : model);
  const lists = queries.map((query, index) => {
    const title = filledText(query['title']);
    const terms = [...termsOf(query, locale), ...(index === queries.length - 1 ? by : [])];
    const heading = title === undefined || queries.length === 1 ? [] : [element('h4', {}, title)];
    return element('section', {}, ...heading, element('dl', {}, ...terms));
  });
  return element('details', { className: 'receipt' }, element('summary', {}, texts.title), ...lists);
}

function termsOf(query: Settings, locale: string | undefined): readonly HTMLElement[] {
  const { description, dates, timezone, policies, masked, totalRows, shownRows, completeness, lastRefreshTime } = query;
  const periods = listOf(dates).map((each) => periodText(settingsOf(each)));
  const filters = listOf(policies).flatMap((each) => listOf(settingsOf(each)['rowFilters']).map(String));
  const hidden = listOf(masked).map(String);
  const number = (value: unknown) => (typeof value === 'number' ? value.toLocaleString(locale) : '');
  const rows =
    completeness === 'maximum' ? texts.atLeast(number(shownRows)) : texts.partly(number(shownRows), number(totalRows));
  const refreshed = typeof lastRefreshTime === 'string' ? new Date(lastRefreshTime) : undefined;
  return [
    ...term(texts.meaning, filledText(description)),
    ...term(texts.dates, periods.length === 0 ? undefined : `${periods.join('; ')} (${String(timezone)})`),
    ...term(texts.policies, filters.length === 0 ? undefined : texts.filtered([...new Set(filters)].join(', '))),
    ...term(texts.masked, hidden.length === 0 ? undefined : hidden.join(', ')),
    ...term(texts.rows, number(totalRows) === '' ? undefined : completeness === 'all' ? number(totalRows) : rows),
    ...term(
      texts.refreshed,
      refreshed && Number.isFinite(refreshed.getTime()) ? refreshed.toLocaleString(locale) : undefined,
    ),
  ];
}

function periodText({ member, from, to }: Settings): string {
  const day = (value: unknown) => filledText(value)?.replace(/T00:00:00(?:\.000)?$/, '');
  const [begin, end] = [day(from), day(to)];
  const words = [
    ...(begin === undefined ? [] : [texts.from(begin)]),
    ...(end === undefined ? [] : [texts.before(end)]),
  ];
  return `${String(member)} ${words.join(' ')}`;
}

function term(name: string, value: string | undefined): readonly HTMLElement[] {
  return value === undefined ? [] : [element('dt', {}, name), element('dd', {}, value)];
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
