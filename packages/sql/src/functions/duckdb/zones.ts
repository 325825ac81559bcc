/** Whether a text is the full name of a zone, as the zone database has it. */
export function isZoneName(name: string): boolean {
  return /^(?:[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)+|UTC|GMT)$/i.test(name);
}

/** Abbreviations that PostgreSQL knows without settings, and that always are as many minutes east of UTC. */
const abbreviations: Readonly<Record<string, number>> = {
  z: 0,
  zulu: 0,
  ut: 0,
  uct: 0,
  wet: 0,
  bst: 60,
  cet: 60,
  met: 60,
  west: 60,
  cest: 120,
  mest: 120,
  eet: 120,
  eest: 180,
  jst: 540,
  kst: 540,
  ast: -240,
  adt: -180,
  edt: -240,
  est: -300,
  cdt: -300,
  cst: -360,
  mdt: -360,
  mst: -420,
  pdt: -420,
  pst: -480,
  akdt: -480,
  akst: -540,
  hst: -600,
};

/** Minutes east of UTC; offsets are written in the manner of POSIX, with those east of UTC below zero. */
export function offsetOf(name: string): number | undefined {
  const folded = name.trim().toLowerCase();
  if (Object.hasOwn(abbreviations, folded)) return abbreviations[folded];
  const [, sign, hours = '', minutes = '0'] = /^([+-]?)(\d{1,2})(?::(\d{2}))?$/.exec(folded) ?? [];
  if (hours === '' || Number(hours) > 15 || Number(minutes) > 59) return undefined;
  return (sign === '-' ? 1 : -1) * (Number(hours) * 60 + Number(minutes)) || 0;
}
