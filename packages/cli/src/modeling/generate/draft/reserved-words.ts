/**
 * Words that name no table unless quoted, or mean something else, in PostgreSQL, DuckDB or MySQL: `user` is a function
 * of PostgreSQL, and `SELECT * FROM user` returns its value. Taken from the keyword lists of their manuals.
 */
export const reservedWords: ReadonlySet<string> = new Set(
  `accessible account action add all alter always analyse analyze and anti any array as asc asensitive asof asymmetric at
   authorization before begin between bigint binary bit blob boolean both by call cascade case cast change char character
   check coalesce collate collation column columns concurrently condition constraint continue convert create cross cube
   cume_dist current current_catalog current_date current_path current_role current_schema current_time
   current_timestamp current_user cursor database databases date day day_hour day_microsecond day_minute day_second dec
   decimal declare default deferrable delayed delete dense_rank desc describe deterministic distinct distinctrow div do
   double drop dual each else elseif empty enclosed end escaped except exists exit explain extract false fetch first_value
   float float4 float8 for force foreign freeze from full fulltext function generated get glob grant greatest group grouping
   groups having high_priority hour hour_microsecond hour_minute hour_second if ignore ilike in index infile initially
   inner inout insensitive insert int int1 int2 int3 int4 int8 integer intersect interval into io_after_gtids
   io_before_gtids is isnull iterate join json_table key keys kill lag lambda last_value lateral lead leading leave left
   level like limit linear lines load local localtime localtimestamp lock long longblob longtext loop low_priority map
   master_bind match maxvalue mediumblob mediumint mediumtext merge middleint minute_microsecond minute_second mod modifies
   national natural nchar no none normalize not notnull nth_value ntile null nullif numeric of off offset offsets old on
   only open optimize optimizer_costs option optionally or order out outer outfile over overlaps overlay partition
   percent_rank pivot pivot_longer pivot_wider placing position positional precision primary procedure purge qualify range
   rank read reads real recursive references regexp release rename repeat replace require resignal restrict return
   returning revoke right rlike role row row_number rows schema schemas second_microsecond select semi sensitive separator
   session session_user set setof show signal similar smallint some spatial specific sql sql_big_result
   sql_calc_found_rows sql_small_result sqlexception sqlstate sqlwarning ssl starting stored straight_join struct substring
   summarize symmetric system system_user table tablesample terminated then time timestamp tinyblob tinyint tinytext to
   trailing treat trigger trim true try_cast undo union unique unlock unpivot unsigned update usage use user using utc_date
   utc_time utc_timestamp values varbinary varchar varcharacter variadic varying verbose view virtual when where while
   window with write xmlattributes xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot
   xmlserialize xmltable xor year_month zerofill`.split(/\s+/),
);
