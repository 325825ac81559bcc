import { shownLiteral } from '@orrery/kernel';
import { cannot, type Rendered } from '../duckdb/rendered.ts';
import { quoted } from '../duckdb/template.ts';
import type { StatementSession } from '../entry.ts';
import { fieldNamed } from '../scalar/extract.ts';
import { filled, type SourceRendering } from '../source/rules.ts';
import { splitInterval } from './values.ts';

export const zoneOf = ({ zone }: StatementSession) => quoted(zone);
export const now = ({ now: instant }: StatementSession) => `CAST(${quoted(instant)} AS timestamptz)`;
export const today = (session: StatementSession) => `timezone(${zoneOf(session)}, ${now(session)})`;

/** A moment as the wall clock of the session shows it; other times as they are. */
export function onWall(value: Rendered, session: StatementSession): Rendered {
  if (value.type.name !== 'timestamptz') return value;
  return { text: `timezone(${zoneOf(session)}, ${value.text})`, type: { name: 'timestamp' } };
}

/** A template over wall clocks; a moment becomes one again when the answer is one. */
export const walled =
  (template: string): SourceRendering =>
  (args, type, session) => {
    const text = filled(
      template,
      args.map((arg) => onWall(arg, session)),
    );
    return typeof text === 'string' && type.name === 'timestamptz' ? `timezone(${zoneOf(session)}, ${text})` : text;
  };

const fields =
  'year month day quarter week dow isodow doy isoyear decade century millennium hour minute second milliseconds microseconds epoch';

/** Names of fields are those of the catalogue, which has more spellings. */
export const ofField =
  (name: string): SourceRendering =>
  ([field, value], _type, session) => {
    if (typeof field?.constant !== 'string' || !value) return cannot('the field must be a constant');
    const word = fieldNamed(field.constant);
    if (!fields.split(' ').includes(word))
      return cannot(`the field ${shownLiteral(field.constant)} is not asked there`);
    const time = word === 'epoch' ? value : onWall(value, session);
    return `${name}('${word}', ${time.text})`;
  };

export const truncated: SourceRendering = ([unit, value, zone], _type, session) => {
  if (typeof unit?.constant !== 'string' || !value) return cannot('the unit must be a constant');
  const word = fieldNamed(unit.constant);
  if (!fields.split(' ').includes(word) || /^(?:dow|isodow|doy|isoyear|epoch)$/.test(word))
    return cannot(`date_trunc has no unit ${shownLiteral(unit.constant)}`);
  if (value.type.name !== 'timestamptz') return `date_trunc('${word}', ${value.text})`;
  return `date_trunc('${word}', ${value.text}, ${zone?.text ?? zoneOf(session)})`;
};

/** Months and days move on the wall clock of the session, hours on the time line. */
export const moved =
  (operator: '+' | '-', isReversed = false): SourceRendering =>
  (args, _type, session) => {
    const [moment, by] = isReversed ? args.toReversed() : args;
    const parts = by && splitInterval(by);
    if (!moment || !parts) return cannot('an interval that is no constant is not added to a moment there');
    const zone = zoneOf(session);
    return `(timezone(${zone}, timezone(${zone}, ${moment.text}) ${operator} ${parts.calendar}) ${operator} ${parts.clock})`;
  };

/** Formats that read no setting of the server, such as the language of its names. */
export const formatted =
  (name: string, refused: RegExp): SourceRendering =>
  (args, type, session) => {
    const format = args[1]?.constant;
    if (typeof format !== 'string') return cannot('the format must be a constant');
    if (refused.test(format))
      return cannot(`the format ${shownLiteral(format)} depends on settings of the data source`);
    const given = args.map((arg) => onWall(arg, session).text).join(', ');
    if (name !== 'to_timestamp') return `${name}(${given})`;
    return type.name === 'timestamptz'
      ? `timezone(${zoneOf(session)}, timezone('UTC', ${name}(${given})))`
      : `${name}(${given})`;
  };

export const part = (name: string, more = '') => walled(`CAST(date_part('${name}', $1) AS int4)${more}`);

/** Redshift: boundaries of a unit between two times. */
export const boundaries: SourceRendering = ([unit, from, to], _type, session) => {
  if (typeof unit?.constant !== 'string' || !from || !to) return cannot('the unit of DATEDIFF must be a constant');
  const name = fieldNamed(unit.constant);
  const [a, b] = [from, to].map((time) => ({
    text: `CAST(${onWall(time, session).text} AS timestamp)`,
    type: time.type,
  }));
  if (!a || !b) return cannot('DATEDIFF has two times');
  const count = (field: string) => `date_part('${field}', ${b.text}) - date_part('${field}', ${a.text})`;
  const seconds = { hour: 3600, minute: 60, second: 1 }[name];
  if (name === 'day') return `CAST(CAST(${b.text} AS date) - CAST(${a.text} AS date) AS int8)`;
  if (name === 'year') return `CAST(${count('year')} AS int8)`;
  if (name === 'decade') return `CAST(${count('decade')} AS int8)`;
  if (name === 'week') {
    const [first, last] = [a, b].map(({ text }) => `CAST(date_trunc('week', ${text}) AS date)`);
    return `CAST((${last} - ${first}) / 7 AS int8)`;
  }
  const by = { quarter: 4, month: 12 }[name];
  if (by !== undefined) return `CAST((${count('year')}) * ${by} + ${count(name)} AS int8)`;
  if (seconds === undefined) return cannot(`DATEDIFF has no unit ${shownLiteral(unit.constant)} here`);
  return `CAST(extract(epoch FROM date_trunc('${name}', ${b.text}) - date_trunc('${name}', ${a.text})) / ${seconds} AS int8)`;
};

const lengths = {
  year: 'years',
  month: 'months',
  week: 'weeks',
  day: 'days',
  hour: 'hours',
  minute: 'mins',
  second: 'secs',
} as const;

/** Redshift: adds whole units. */
export const added: SourceRendering = ([unit, amount, time], type, session) => {
  if (typeof unit?.constant !== 'string' || !amount || !time) return cannot('the unit of DATEADD must be a constant');
  const name = fieldNamed(unit.constant);
  const quarter = name === 'quarter';
  if (!Object.hasOwn(lengths, name) && !quarter)
    return cannot(`DATEADD has no unit ${shownLiteral(unit.constant)} here`);
  const unitOf = quarter ? 'months' : lengths[name as keyof typeof lengths]; // it has it
  const span = `make_interval(${unitOf} => ${amount.text}${quarter ? ' * 3' : ''})`;
  const moved = `(CAST(${onWall(time, session).text} AS timestamp) + ${span})`;
  return type.name === 'timestamptz' ? `timezone(${zoneOf(session)}, ${moved})` : moved;
};
