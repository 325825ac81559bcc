import { type Access, compileModel, indexModel, type ModelIndex, openAccess } from '@orrery/semantic';
import { loadParse, type Select, splitStatement } from '@orrery/sql';
import { type Figure, median, ms, timeMs } from '../measure.ts';
import { wideModel } from '../wide-model.ts';

/** A statement of about a kilobyte, as a tool writes it. */
const sql = `
SELECT "t"."attribute_0" AS "Attribute 0", DATE_TRUNC('month', "t"."attribute_2") AS "Month",
  SUM("t"."total_0") AS "Total 0", SUM("t"."total_1") AS "Total 1", MEASURE("t"."ratio_4") AS "Ratio",
  COUNT(DISTINCT CASE WHEN "t"."attribute_4" IS NOT NULL THEN "t"."attribute_4" ELSE '' END) AS "Values"
FROM (SELECT * FROM "public"."cube_3" "$Table") "t"
WHERE "t"."attribute_2" >= TIMESTAMP '2024-01-01 00:00:00' AND "t"."attribute_2" < TIMESTAMP '2025-01-01 00:00:00'
  AND ("t"."attribute_0" LIKE 'a%' OR "t"."attribute_0" IN ('b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'))
  AND LOWER("t"."attribute_4") <> 'nothing' AND NOT ("t"."attribute_4" IS NULL)
GROUP BY "t"."attribute_0", DATE_TRUNC('month', "t"."attribute_2")
HAVING SUM("t"."total_0") > 0 AND COUNT(*) > 1
ORDER BY "Total 0" DESC NULLS LAST, "Month" ASC LIMIT 10000`;

const session = { zone: 'UTC', now: '2024-05-15 10:20:30+00', user: 'orrery', database: 'orrery' };

/** Measures reading, binding and splitting one statement over the wide model. */
export async function planOneStatement(): Promise<readonly Figure[]> {
  const { build } = compileModel(wideModel());
  const model = indexModel(build.pieces, build.unavailable);
  const parse = await loadParse();
  const read: number[] = [];
  const split: number[] = [];
  for (let round = -100; round < 300; round += 1) {
    let select: Select | undefined;
    const readMs = await timeMs(() => {
      const parsed = parse(sql);
      const [statement] = parsed.kind === 'parsed' ? parsed.statements : [];
      if (statement?.kind !== 'select') throw new Error(JSON.stringify(parsed));
      select = statement.select;
    });
    const splitMs = await timeMs(() => bindAndSplit(select, model, openAccess));
    if (round < 0) continue;
    read.push(readMs);
    split.push(splitMs);
  }
  const whole = median(read) + median(split);
  return [
    {
      name: `parse, bind and split a statement of ${sql.length} bytes in that model`,
      measured: `${ms(whole)}, of which the text ${ms(median(read))}`,
      baseline: '',
      bound: '1 ms',
      isWithin: whole <= 1,
    },
  ];
}

function bindAndSplit(select: Select | undefined, model: ModelIndex, access: Access): void {
  if (!select) throw new Error('there is no statement');
  splitStatement(select, { model, access, session, dialectOf: () => 'duckdb' });
}
