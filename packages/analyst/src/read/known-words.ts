/** Words without an effect on the query. Never a word that could restrict, compare or deny. */
export const glue: ReadonlySet<string> = new Set(
  `a an the of me my our ours us we i you your show shows shown give list tell get see want could can please display find
  fetch return report what whats is are was were be been do does did have has had there in at on for with where whose were to
  know need let lets and made placed happened occurred recorded all hi hello thanks thank data result results overall ever
  using`.split(/\s+/),
);

/** Words that refer to the question before; without one they mean nothing. */
export const references: ReadonlySet<string> = new Set(['it', 'them', 'those', 'these']);

export const ofModel = 'the model has to define it as a measure';
const noComparison = 'I do not compare periods or groups; ask for each of them';
const onlyEquality = 'I only restrict by equality';

const groups: readonly (readonly [string, string])[] = [
  [
    `compare compared comparing comparison vs versus than growth grow grew grown growing change changes changed difference
    differences increase increased increasing decrease decreased decreasing decline declined drop dropped rise rose yoy mom wow
    qoq gain`,
    noComparison,
  ],
  [
    'not no without except excluding exclude excludes other never neither nor non nothing isnt arent wasnt werent unless minus',
    'I do not leave out what a question denies; ask for what should be in the answer',
  ],
  ['median mode deduplicated stddev deviation variance percentile', ofModel],
  [
    'share ratio proportion percent percentage pct rate running cumulative moving rolling rank ranking contribution',
    ofModel,
  ],
  [
    'over under above below more less fewer least most exceeding exceeds greater smaller larger higher lower between like contains containing starts',
    onlyEquality,
  ],
  [
    'why because forecast predict predicted prediction expect expected correlation correlate cause trend trending anomaly anomalies',
    'I only report what is in the data',
  ],
  [
    `hour hours hourly minute minutes second seconds weekday weekdays weekend weekends monday tuesday wednesday thursday friday
    saturday sunday morning evening night fiscal next ago tomorrow upcoming future soon recent recently latest newest oldest past
    first previous last day days week weeks month months quarter quarters year years`,
    'I do not understand it as a period here; write "in May 2026", "last 3 months" or "since 2025-03-01"',
  ],
  ['best worst good bad better worse', 'say by which measure, as "top 5 … by …"'],
  ['or either any', 'I do not understand these words as a choice here'],
];

/** Why a word that is not part of a name cannot be taken, by word. */
export const refused: ReadonlyMap<string, string> = new Map(
  groups.flatMap(([words, reason]) => words.split(/\s+/).map((word): [string, string] => [word, reason])),
);

export type PhraseMeaning =
  | { readonly is: 'by' }
  | { readonly is: 'which' }
  | { readonly is: 'count' }
  | { readonly is: 'total' }
  | { readonly is: 'list' }
  | { readonly is: 'sort' }
  | { readonly is: 'order'; readonly descending: boolean }
  | { readonly is: 'grain'; readonly unit: string }
  | { readonly is: 'over-time' }
  /** Only measures with this way of aggregating can be meant. */
  | { readonly is: 'aggregate'; readonly type: 'avg' | 'min' | 'max' | 'sum' | 'countDistinct' }
  | { readonly is: 'glue' }
  | { readonly is: 'refused'; readonly reason: string }
  /** Refers to the question before, at the start of a question or wherever it stands. */
  | { readonly is: 'cue'; readonly place: 'start' | 'anywhere'; readonly adds: boolean }
  | { readonly is: 'joint'; readonly adds: boolean };

const meanings: readonly (readonly [string, PhraseMeaning])[] = [
  [
    'by|per|for each|for every|each|every|by each|by every|grouped by|group by|group it by|group them by|broken down by|break down by|break it down by|break that down by|split by|split it by|sliced by',
    { is: 'by' },
  ],
  ['which', { is: 'which' }],
  ['how many|number of|count of|total number of|the number of', { is: 'count' }],
  ['total|overall|sum of|total of|grand total|in total|altogether', { is: 'total' }],
  ['list|list all|list of|show all', { is: 'list' }],
  ['sorted by|ordered by|sort by|order by|ranked by', { is: 'sort' }],
  ['descending|desc|highest first|largest first', { is: 'order', descending: true }],
  ['ascending|asc|lowest first|smallest first', { is: 'order', descending: false }],
  ['daily|day by day', { is: 'grain', unit: 'day' }],
  ['weekly|week by week', { is: 'grain', unit: 'week' }],
  ['monthly|month by month', { is: 'grain', unit: 'month' }],
  ['quarterly|quarter by quarter', { is: 'grain', unit: 'quarter' }],
  ['yearly|annually|annual|year by year', { is: 'grain', unit: 'year' }],
  ['hourly|hour by hour', { is: 'grain', unit: 'hour' }],
  ['over time|over the time', { is: 'over-time' }],
  ['how much|of all time|all time|what is|what was|would like', { is: 'glue' }],
  ['average|avg|mean|the average of', { is: 'aggregate', type: 'avg' }],
  ['minimum|min', { is: 'aggregate', type: 'min' }],
  ['maximum|max', { is: 'aggregate', type: 'max' }],
  ['sum', { is: 'aggregate', type: 'sum' }],
  ['distinct|unique|different', { is: 'aggregate', type: 'countDistinct' }],
  [
    'year over year|month over month|week over week|quarter over quarter|day over day',
    { is: 'refused', reason: noComparison },
  ],
  ['instead of|rather than|in addition to', { is: 'refused', reason: 'ask for what should be in the answer' }],
  ['at least|at most|more than|less than|fewer than', { is: 'refused', reason: onlyEquality }],
  ['what about|how about|now|make it|make that|show it|show that|but|then', { is: 'cue', place: 'start', adds: false }],
  ['also|add|plus|additionally|now also|and now', { is: 'cue', place: 'start', adds: true }],
  ['instead|the same|same', { is: 'cue', place: 'anywhere', adds: false }],
  ['as well|too', { is: 'cue', place: 'anywhere', adds: true }],
  // These begin what goes on from the question before, and say nothing elsewhere.
  ['only|just', { is: 'joint', adds: false }],
  ['and|and also', { is: 'joint', adds: true }],
  [
    'that|who|chart of|a chart of|graph of|a graph of|a plot of|a table of|table of|as a table|as a chart|in a table|in a chart',
    { is: 'glue' },
  ],
];

export const phrases: ReadonlyMap<string, PhraseMeaning> = new Map(
  meanings.flatMap(([texts, meaning]) => texts.split('|').map((text): [string, PhraseMeaning] => [text, meaning])),
);

/** Units that a question groups by, in the singular. */
export const grains: ReadonlyMap<string, string> = new Map(
  ['hour', 'day', 'week', 'month', 'quarter', 'year'].map((unit): [string, string] => [unit, unit]),
);

export const descendingWords: ReadonlySet<string> = new Set(['highest', 'largest', 'biggest', 'greatest', 'most']);
export const ascendingWords: ReadonlySet<string> = new Set(['lowest', 'smallest', 'least', 'fewest']);
