const MS_A_DAY = 86_400_000;
const two = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'));
const three = Array.from({ length: 1000 }, (_, value) => String(value).padStart(3, '0'));
const MIDNIGHT = '00:00:00.000';

/** Results are mostly runs of near days; a slot is a day modulo the size, which covers 44 years. */
const SLOTS = 16_384;
const slotDay = new Int32Array(SLOTS).fill(-1);
const slotText = new Array<string>(SLOTS);

/** Day number since 1970-01-01 as `YYYY-MM-DDT00:00:00.000`. */
export function dayText(day: number): string {
  return datePrefix(day) + MIDNIGHT;
}

/** Whole milliseconds since 1970-01-01, as `YYYY-MM-DDTHH:mm:ss.SSS`. */
export function instantText(ms: number): string {
  const day = Math.floor(ms / MS_A_DAY);
  const rest = ms - day * MS_A_DAY;
  if (rest === 0) return datePrefix(day) + MIDNIGHT;
  const seconds = Math.floor(rest / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return `${datePrefix(day)}${two[hours]}:${two[minutes - hours * 60]}:${two[seconds - minutes * 60]}.${three[rest - seconds * 1000]}`;
}

function datePrefix(day: number): string {
  const slot = day & (SLOTS - 1);
  const known = slotText[slot];
  if (slotDay[slot] === day && known !== undefined) return known;
  const text = `${dateText(day)}T`;
  slotDay[slot] = day;
  slotText[slot] = text;
  return text;
}

/** Civil date of a day number, proleptic Gregorian. Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms". */
function dateText(day: number): string {
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const dayOfMonth = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${yearText(year)}-${two[month]}-${two[dayOfMonth]}`;
}

/** Four digits; years outside 0 to 9999 have the signed six digits of ISO 8601's expanded form. */
function yearText(year: number): string {
  if (year >= 0 && year <= 9999) return String(year).padStart(4, '0');
  return `${year < 0 ? '-' : '+'}${String(Math.abs(year)).padStart(6, '0')}`;
}
