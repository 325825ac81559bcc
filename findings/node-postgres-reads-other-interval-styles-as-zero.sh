#!/usr/bin/env bash
# Surprise: node-postgres reads an interval as zero, without an error, wherever IntervalStyle is not `postgres`.
# Versions: pg-types 2.2.0 (that of pg 8) and 4.1.0; PostgreSQL as PGlite 0.3.14 runs it.
# Expected: an interval in each of PostgreSQL's four styles is read, or an error is raised, as other drivers do.
# Seen: `1 mon 2 days 03:04:05` is read wholly. The same interval as `@ 1 mon 2 days 3 hours 4 mins 5 secs`,
# `+0-1 +2 +3:04:05` and `P1M2DT3H4M5S` gives an empty one, or one without hours, minutes and seconds.
# In Orrery: the SQL port announces IntervalStyle `postgres`, and writes intervals in that style alone.
# Source: the expression in postgres-interval's index.js, where every part is optional.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund pg-types@4.1.0 pg-types-of-pg-8@npm:pg-types@2.2.0 @electric-sql/pglite@0.3.14 >/dev/null
cat >see.cjs <<'JS'
const { PGlite } = require('@electric-sql/pglite');
const readers = ['pg-types', 'pg-types-of-pg-8'].map((name) => require(name).getTypeParser(1186, 'text'));
(async () => {
  const database = new PGlite();
  for (const style of ['postgres', 'postgres_verbose', 'sql_standard', 'iso_8601']) {
    await database.exec(`SET IntervalStyle = '${style}'`);
    const { rows } = await database.query("SELECT CAST(INTERVAL '1 mon 2 days 03:04:05' AS text) AS written");
    const [{ written }] = rows;
    const read = readers.map((reader) => reader(written)).map(({ hours, seconds }) => `${hours || 0}h${seconds || 0}s`);
    console.log(`${style}: ${written} -> ${read.join(' ')}`);
  }
  await database.close();
})();
JS
seen=$(node see.cjs)
echo "$seen"
grep -q '^postgres: .* -> 3h5s 3h5s$' <<<"$seen"
[ "$(grep -c ' -> 0h0s 0h0s$' <<<"$seen")" = 3 ]
