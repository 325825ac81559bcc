/**
 * The relations of the catalogs: name, number, kind, and the columns with their types as PostgreSQL 14 has them. `!` stands
 * behind a column that is never NULL.
 */
export const definitions: Readonly<Record<'pg_catalog' | 'information_schema' | 'public', string>> = {
  pg_catalog: `
pg_get_keywords() 20001 f word:text! catcode:char! barelabel:bool! catdesc:text! baredesc:text!
pg_options_to_table() 20003 f option_name:text option_value:text
pg_timezone_names() 20004 f name:text abbrev:text utc_offset:interval is_dst:bool
pg_show_all_settings() 20005 f name:text setting:text unit:text category:text short_desc:text extra_desc:text context:text vartype:text source:text min_val:text max_val:text enumvals:text[] boot_val:text reset_val:text sourcefile:text sourceline:int4 pending_restart:bool
pg_aggregate 2600 r aggfnoid:regproc! aggkind:char! aggnumdirectargs:int2! aggtransfn:regproc! aggfinalfn:regproc! aggcombinefn:regproc! aggserialfn:regproc! aggdeserialfn:regproc! aggmtransfn:regproc! aggminvtransfn:regproc! aggmfinalfn:regproc! aggfinalextra:bool! aggmfinalextra:bool! aggfinalmodify:char! aggmfinalmodify:char! aggsortop:oid! aggtranstype:oid! aggtransspace:int4! aggmtranstype:oid! aggmtransspace:int4! agginitval:text aggminitval:text
pg_am 2601 r oid:oid! amname:name! amhandler:regproc! amtype:char!
pg_amop 2602 r oid:oid! amopfamily:oid! amoplefttype:oid! amoprighttype:oid! amopstrategy:int2! amoppurpose:char! amopopr:oid! amopmethod:oid! amopsortfamily:oid!
pg_amproc 2603 r oid:oid! amprocfamily:oid! amproclefttype:oid! amprocrighttype:oid! amprocnum:int2! amproc:regproc!
pg_attrdef 2604 r oid:oid! adrelid:oid! adnum:int2! adbin:pg_node_tree!
pg_attribute 1249 r attrelid:oid! attname:name! atttypid:oid! attstattarget:int4! attlen:int2! attnum:int2! attndims:int4! attcacheoff:int4! atttypmod:int4! attbyval:bool! attalign:char! attstorage:char! attcompression:char! attnotnull:bool! atthasdef:bool! atthasmissing:bool! attidentity:char! attgenerated:char! attisdropped:bool! attislocal:bool! attinhcount:int4! attcollation:oid! attacl:aclitem[] attoptions:text[] attfdwoptions:text[] attmissingval:text[]
pg_auth_members 1261 r roleid:oid! member:oid! grantor:oid! admin_option:bool!
pg_available_extension_versions 12085 v name:name version:text installed:bool superuser:bool trusted:bool relocatable:bool schema:name requires:name[] comment:text
pg_available_extensions 12081 v name:name default_version:text installed_version:text comment:text
pg_cast 2605 r oid:oid! castsource:oid! casttarget:oid! castfunc:oid! castcontext:char! castmethod:char!
pg_class 1259 r oid:oid! relname:name! relnamespace:oid! reltype:oid! reloftype:oid! relowner:oid! relam:oid! relfilenode:oid! reltablespace:oid! relpages:int4! reltuples:float4! relallvisible:int4! reltoastrelid:oid! relhasindex:bool! relisshared:bool! relpersistence:char! relkind:char! relnatts:int2! relchecks:int2! relhasrules:bool! relhastriggers:bool! relhassubclass:bool! relrowsecurity:bool! relforcerowsecurity:bool! relispopulated:bool! relreplident:char! relispartition:bool! relrewrite:oid! relfrozenxid:xid! relminmxid:xid! relacl:aclitem[] reloptions:text[] relpartbound:pg_node_tree
pg_collation 3456 r oid:oid! collname:name! collnamespace:oid! collowner:oid! collprovider:char! collisdeterministic:bool! collencoding:int4! collcollate:text collctype:text collversion:text
pg_constraint 2606 r oid:oid! conname:name! connamespace:oid! contype:char! condeferrable:bool! condeferred:bool! convalidated:bool! conrelid:oid! contypid:oid! conindid:oid! conparentid:oid! confrelid:oid! confupdtype:char! confdeltype:char! confmatchtype:char! conislocal:bool! coninhcount:int4! connoinherit:bool! conkey:int2[] confkey:int2[] conpfeqop:oid[] conppeqop:oid[] conffeqop:oid[] conexclop:oid[] conbin:pg_node_tree
pg_conversion 2607 r oid:oid! conname:name! connamespace:oid! conowner:oid! conforencoding:int4! contoencoding:int4! conproc:regproc! condefault:bool!
pg_cursors 12077 v name:text statement:text is_holdable:bool is_binary:bool is_scrollable:bool creation_time:timestamptz
pg_database 1262 r oid:oid! datname:name! datdba:oid! encoding:int4! datistemplate:bool! datallowconn:bool! datconnlimit:int4! datlastsysoid:oid! datfrozenxid:xid! datminmxid:xid! dattablespace:oid! datcollate:text! datctype:text! datacl:aclitem[]
pg_db_role_setting 2964 r setdatabase:oid! setrole:oid! setconfig:text[]
pg_default_acl 826 r oid:oid! defaclrole:oid! defaclnamespace:oid! defaclobjtype:char! defaclacl:aclitem[]!
pg_depend 2608 r classid:oid! objid:oid! objsubid:int4! refclassid:oid! refobjid:oid! refobjsubid:int4! deptype:char!
pg_description 2609 r objoid:oid! classoid:oid! objsubid:int4! description:text!
pg_enum 3501 r oid:oid! enumtypid:oid! enumsortorder:float4! enumlabel:name!
pg_event_trigger 3466 r oid:oid! evtname:name! evtevent:name! evtowner:oid! evtfoid:oid! evtenabled:char! evttags:text[]
pg_extension 3079 r oid:oid! extname:name! extowner:oid! extnamespace:oid! extrelocatable:bool! extversion:text! extconfig:oid[] extcondition:text[]
pg_external_schema 19001 v esoid:oid eskind:int4 esdbname:text esoptions:text
pg_foreign_data_wrapper 2328 r oid:oid! fdwname:name! fdwowner:oid! fdwhandler:oid! fdwvalidator:oid! fdwacl:aclitem[] fdwoptions:text[]
pg_foreign_server 1417 r oid:oid! srvname:name! srvowner:oid! srvfdw:oid! srvtype:text srvversion:text srvacl:aclitem[] srvoptions:text[]
pg_foreign_table 3118 r ftrelid:oid! ftserver:oid! ftoptions:text[]
pg_group 12010 v groname:name grosysid:oid grolist:oid[]
pg_index 2610 r indexrelid:oid! indrelid:oid! indnatts:int2! indnkeyatts:int2! indisunique:bool! indisprimary:bool! indisexclusion:bool! indimmediate:bool! indisclustered:bool! indisvalid:bool! indcheckxmin:bool! indisready:bool! indislive:bool! indisreplident:bool! indkey:int2vector! indcollation:oidvector! indclass:oidvector! indoption:int2vector! indexprs:pg_node_tree indpred:pg_node_tree
pg_indexes 12043 v schemaname:name tablename:name indexname:name tablespace:name indexdef:text
pg_inherits 2611 r inhrelid:oid! inhparent:oid! inhseqno:int4! inhdetachpending:bool!
pg_language 2612 r oid:oid! lanname:name! lanowner:oid! lanispl:bool! lanpltrusted:bool! lanplcallfoid:oid! laninline:oid! lanvalidator:oid! lanacl:aclitem[]
pg_locks 12073 v locktype:text database:oid relation:oid page:int4 tuple:int2 virtualxid:text transactionid:xid classid:oid objid:oid objsubid:int2 virtualtransaction:text pid:int4 mode:text granted:bool fastpath:bool waitstart:timestamptz
pg_matviews 12038 v schemaname:name matviewname:name matviewowner:name tablespace:name hasindexes:bool ispopulated:bool definition:text
pg_namespace 2615 r oid:oid! nspname:name! nspowner:oid! nspacl:aclitem[]
pg_opclass 2616 r oid:oid! opcmethod:oid! opcname:name! opcnamespace:oid! opcowner:oid! opcfamily:oid! opcintype:oid! opcdefault:bool! opckeytype:oid!
pg_operator 2617 r oid:oid! oprname:name! oprnamespace:oid! oprowner:oid! oprkind:char! oprcanmerge:bool! oprcanhash:bool! oprleft:oid! oprright:oid! oprresult:oid! oprcom:oid! oprnegate:oid! oprcode:regproc! oprrest:regproc! oprjoin:regproc!
pg_opfamily 2753 r oid:oid! opfmethod:oid! opfname:name! opfnamespace:oid! opfowner:oid!
pg_partitioned_table 3350 r partrelid:oid! partstrat:char! partnatts:int2! partdefid:oid! partattrs:int2vector! partclass:oidvector! partcollation:oidvector! partexprs:pg_node_tree
pg_policies 12018 v schemaname:name tablename:name policyname:name permissive:text roles:name[] cmd:text qual:text with_check:text
pg_policy 3256 r oid:oid! polname:name! polrelid:oid! polcmd:char! polpermissive:bool! polroles:oid[]! polqual:pg_node_tree polwithcheck:pg_node_tree
pg_prepared_statements 12095 v name:text statement:text prepare_time:timestamptz parameter_types:regtype[] from_sql:bool generic_plans:int8 custom_plans:int8
pg_proc 1255 r oid:oid! proname:name! pronamespace:oid! proowner:oid! prolang:oid! procost:float4! prorows:float4! provariadic:oid! prosupport:regproc! prokind:char! prosecdef:bool! proleakproof:bool! proisstrict:bool! proretset:bool! provolatile:char! proparallel:char! pronargs:int2! pronargdefaults:int2! prorettype:oid! proargtypes:oidvector! proallargtypes:oid[] proargmodes:char[] proargnames:text[] proargdefaults:pg_node_tree protrftypes:oid[] prosrc:text! probin:text prosqlbody:pg_node_tree proconfig:text[] proacl:aclitem[]
pg_publication 6104 r oid:oid! pubname:name! pubowner:oid! puballtables:bool! pubinsert:bool! pubupdate:bool! pubdelete:bool! pubtruncate:bool! pubviaroot:bool!
pg_publication_rel 6106 r oid:oid! prpubid:oid! prrelid:oid!
pg_publication_tables 12068 v pubname:name schemaname:name tablename:name
pg_range 3541 r rngtypid:oid! rngsubtype:oid! rngmultitypid:oid! rngcollation:oid! rngsubopc:oid! rngcanonical:regproc! rngsubdiff:regproc!
pg_rewrite 2618 r oid:oid! rulename:name! ev_class:oid! ev_type:char! ev_enabled:char! is_instead:bool! ev_qual:pg_node_tree! ev_action:pg_node_tree!
pg_roles 12000 v rolname:name rolsuper:bool rolinherit:bool rolcreaterole:bool rolcreatedb:bool rolcanlogin:bool rolreplication:bool rolconnlimit:int4 rolpassword:text rolvaliduntil:timestamptz rolbypassrls:bool rolconfig:text[] oid:oid
pg_rules 12023 v schemaname:name tablename:name rulename:name definition:text
pg_seclabels 12099 v objoid:oid classoid:oid objsubid:int4 objtype:text objnamespace:oid objname:text provider:text label:text
pg_sequence 2224 r seqrelid:oid! seqtypid:oid! seqstart:int8! seqincrement:int8! seqmax:int8! seqmin:int8! seqcache:int8! seqcycle:bool!
pg_sequences 12048 v schemaname:name sequencename:name sequenceowner:name data_type:regtype start_value:int8 min_value:int8 max_value:int8 increment_by:int8 cycle:bool cache_size:int8 last_value:int8
pg_settings 12104 v name:text setting:text unit:text category:text short_desc:text extra_desc:text context:text vartype:text source:text min_val:text max_val:text enumvals:text[] boot_val:text reset_val:text sourcefile:text sourceline:int4 pending_restart:bool
pg_shdepend 1214 r dbid:oid! classid:oid! objid:oid! objsubid:int4! refclassid:oid! refobjid:oid! deptype:char!
pg_shdescription 2396 r objoid:oid! classoid:oid! description:text!
pg_stat_activity 12222 v datid:oid datname:name pid:int4 leader_pid:int4 usesysid:oid usename:name application_name:text client_addr:inet client_hostname:text client_port:int4 backend_start:timestamptz xact_start:timestamptz query_start:timestamptz state_change:timestamptz wait_event_type:text wait_event:text state:text backend_xid:xid backend_xmin:xid query_id:int8 query:text backend_type:text
pg_stat_all_tables 12142 v relid:oid schemaname:name relname:name seq_scan:int8 seq_tup_read:int8 idx_scan:int8 idx_tup_fetch:int8 n_tup_ins:int8 n_tup_upd:int8 n_tup_del:int8 n_tup_hot_upd:int8 n_live_tup:int8 n_dead_tup:int8 n_mod_since_analyze:int8 n_ins_since_vacuum:int8 last_vacuum:timestamptz last_autovacuum:timestamptz last_analyze:timestamptz last_autoanalyze:timestamptz vacuum_count:int8 autovacuum_count:int8 analyze_count:int8 autoanalyze_count:int8
pg_stat_database 12266 v datid:oid datname:name numbackends:int4 xact_commit:int8 xact_rollback:int8 blks_read:int8 blks_hit:int8 tup_returned:int8 tup_fetched:int8 tup_inserted:int8 tup_updated:int8 tup_deleted:int8 conflicts:int8 temp_files:int8 temp_bytes:int8 deadlocks:int8 checksum_failures:int8 checksum_last_failure:timestamptz blk_read_time:float8 blk_write_time:float8 session_time:float8 active_time:float8 idle_in_transaction_time:float8 sessions:int8 sessions_abandoned:int8 sessions_fatal:int8 sessions_killed:int8 stats_reset:timestamptz
pg_stat_user_indexes 12192 v relid:oid indexrelid:oid schemaname:name relname:name indexrelname:name idx_scan:int8 idx_tup_read:int8 idx_tup_fetch:int8
pg_stat_user_tables 12161 v relid:oid schemaname:name relname:name seq_scan:int8 seq_tup_read:int8 idx_scan:int8 idx_tup_fetch:int8 n_tup_ins:int8 n_tup_upd:int8 n_tup_del:int8 n_tup_hot_upd:int8 n_live_tup:int8 n_dead_tup:int8 n_mod_since_analyze:int8 n_ins_since_vacuum:int8 last_vacuum:timestamptz last_autovacuum:timestamptz last_analyze:timestamptz last_autoanalyze:timestamptz vacuum_count:int8 autovacuum_count:int8 analyze_count:int8 autoanalyze_count:int8
pg_statio_user_tables 12179 v relid:oid schemaname:name relname:name heap_blks_read:int8 heap_blks_hit:int8 idx_blks_read:int8 idx_blks_hit:int8 toast_blks_read:int8 toast_blks_hit:int8 tidx_blks_read:int8 tidx_blks_hit:int8
pg_statistic_ext 3381 r oid:oid! stxrelid:oid! stxname:name! stxnamespace:oid! stxowner:oid! stxstattarget:int4! stxkeys:int2vector! stxkind:char[]! stxexprs:pg_node_tree
pg_stats 12053 v schemaname:name tablename:name attname:name inherited:bool null_frac:float4 avg_width:int4 n_distinct:float4 most_common_vals:text[] most_common_freqs:float4[] histogram_bounds:text[] correlation:float4 most_common_elems:text[] most_common_elem_freqs:float4[] elem_count_histogram:float4[]
pg_tables 12033 v schemaname:name tablename:name tableowner:name tablespace:name hasindexes:bool hasrules:bool hastriggers:bool rowsecurity:bool
pg_tablespace 1213 r oid:oid! spcname:name! spcowner:oid! spcacl:aclitem[] spcoptions:text[]
pg_timezone_abbrevs 12122 v abbrev:text utc_offset:interval is_dst:bool
pg_timezone_names 12126 v name:text abbrev:text utc_offset:interval is_dst:bool
pg_trigger 2620 r oid:oid! tgrelid:oid! tgparentid:oid! tgname:name! tgfoid:oid! tgtype:int2! tgenabled:char! tgisinternal:bool! tgconstrrelid:oid! tgconstrindid:oid! tgconstraint:oid! tgdeferrable:bool! tginitdeferred:bool! tgnargs:int2! tgattr:int2vector! tgargs:bytea! tgqual:pg_node_tree tgoldtable:name tgnewtable:name
pg_type 1247 r oid:oid! typname:name! typnamespace:oid! typowner:oid! typlen:int2! typbyval:bool! typtype:char! typcategory:char! typispreferred:bool! typisdefined:bool! typdelim:char! typrelid:oid! typsubscript:regproc! typelem:oid! typarray:oid! typinput:regproc! typoutput:regproc! typreceive:regproc! typsend:regproc! typmodin:regproc! typmodout:regproc! typanalyze:regproc! typalign:char! typstorage:char! typnotnull:bool! typbasetype:oid! typtypmod:int4! typndims:int4! typcollation:oid! typdefaultbin:pg_node_tree typdefault:text typacl:aclitem[]
pg_user 12014 v usename:name usesysid:oid usecreatedb:bool usesuper:bool userepl:bool usebypassrls:bool passwd:text valuntil:timestamptz useconfig:text[]
pg_user_mapping 1418 r oid:oid! umuser:oid! umserver:oid! umoptions:text[]
pg_user_mappings 12327 v umid:oid srvid:oid srvname:name umuser:oid usename:name umoptions:text[]
pg_views 12028 v schemaname:name viewname:name viewowner:name definition:text
`,
  information_schema: `
applicable_roles 13236 v grantee:name role_name:name is_grantable:varchar(3)
character_sets 13250 v character_set_catalog:name character_set_schema:name character_set_name:name character_repertoire:name form_of_use:name default_collate_catalog:name default_collate_schema:name default_collate_name:name
check_constraints 13260 v constraint_catalog:name constraint_schema:name constraint_name:name check_clause:varchar
collations 13265 v collation_catalog:name collation_schema:name collation_name:name pad_attribute:varchar
column_privileges 13285 v grantor:name grantee:name table_catalog:name table_schema:name table_name:name column_name:name privilege_type:varchar is_grantable:varchar(3)
columns 13295 v table_catalog:name table_schema:name table_name:name column_name:name ordinal_position:int4 column_default:varchar is_nullable:varchar(3) data_type:varchar character_maximum_length:int4 character_octet_length:int4 numeric_precision:int4 numeric_precision_radix:int4 numeric_scale:int4 datetime_precision:int4 interval_type:varchar interval_precision:int4 character_set_catalog:name character_set_schema:name character_set_name:name collation_catalog:name collation_schema:name collation_name:name domain_catalog:name domain_schema:name domain_name:name udt_catalog:name udt_schema:name udt_name:name scope_catalog:name scope_schema:name scope_name:name maximum_cardinality:int4 dtd_identifier:name is_self_referencing:varchar(3) is_identity:varchar(3) identity_generation:varchar identity_start:varchar identity_increment:varchar identity_maximum:varchar identity_minimum:varchar identity_cycle:varchar(3) is_generated:varchar generation_expression:varchar is_updatable:varchar(3)
constraint_column_usage 13300 v table_catalog:name table_schema:name table_name:name column_name:name constraint_catalog:name constraint_schema:name constraint_name:name
constraint_table_usage 13305 v table_catalog:name table_schema:name table_name:name constraint_catalog:name constraint_schema:name constraint_name:name
domain_constraints 13310 v constraint_catalog:name constraint_schema:name constraint_name:name domain_catalog:name domain_schema:name domain_name:name is_deferrable:varchar(3) initially_deferred:varchar(3)
domains 13320 v domain_catalog:name domain_schema:name domain_name:name data_type:varchar character_maximum_length:int4 character_octet_length:int4 character_set_catalog:name character_set_schema:name character_set_name:name collation_catalog:name collation_schema:name collation_name:name numeric_precision:int4 numeric_precision_radix:int4 numeric_scale:int4 datetime_precision:int4 interval_type:varchar interval_precision:int4 domain_default:varchar udt_catalog:name udt_schema:name udt_name:name scope_catalog:name scope_schema:name scope_name:name maximum_cardinality:int4 dtd_identifier:name
element_types 13493 v object_catalog:name object_schema:name object_name:name object_type:varchar collection_type_identifier:name data_type:varchar character_maximum_length:int4 character_octet_length:int4 character_set_catalog:name character_set_schema:name character_set_name:name collation_catalog:name collation_schema:name collation_name:name numeric_precision:int4 numeric_precision_radix:int4 numeric_scale:int4 datetime_precision:int4 interval_type:varchar interval_precision:int4 domain_default:varchar udt_catalog:name udt_schema:name udt_name:name scope_catalog:name scope_schema:name scope_name:name maximum_cardinality:int4 dtd_identifier:name
enabled_roles 13325 v role_name:name
information_schema_catalog_name 13227 v catalog_name:name
key_column_usage 13329 v constraint_catalog:name constraint_schema:name constraint_name:name table_catalog:name table_schema:name table_name:name column_name:name ordinal_position:int4 position_in_unique_constraint:int4
parameters 13334 v specific_catalog:name specific_schema:name specific_name:name ordinal_position:int4 parameter_mode:varchar is_result:varchar(3) as_locator:varchar(3) parameter_name:name data_type:varchar character_maximum_length:int4 character_octet_length:int4 character_set_catalog:name character_set_schema:name character_set_name:name collation_catalog:name collation_schema:name collation_name:name numeric_precision:int4 numeric_precision_radix:int4 numeric_scale:int4 datetime_precision:int4 interval_type:varchar interval_precision:int4 udt_catalog:name udt_schema:name udt_name:name scope_catalog:name scope_schema:name scope_name:name maximum_cardinality:int4 dtd_identifier:name parameter_default:varchar
referential_constraints 13339 v constraint_catalog:name constraint_schema:name constraint_name:name unique_constraint_catalog:name unique_constraint_schema:name unique_constraint_name:name match_option:varchar update_rule:varchar delete_rule:varchar
role_column_grants 13344 v grantor:name grantee:name table_catalog:name table_schema:name table_name:name column_name:name privilege_type:varchar is_grantable:varchar(3)
role_table_grants 13421 v grantor:name grantee:name table_catalog:name table_schema:name table_name:name privilege_type:varchar is_grantable:varchar(3) with_hierarchy:varchar(3)
routines 13377 v specific_catalog:name specific_schema:name specific_name:name routine_catalog:name routine_schema:name routine_name:name routine_type:varchar module_catalog:name module_schema:name module_name:name udt_catalog:name udt_schema:name udt_name:name data_type:varchar character_maximum_length:int4 character_octet_length:int4 character_set_catalog:name character_set_schema:name character_set_name:name collation_catalog:name collation_schema:name collation_name:name numeric_precision:int4 numeric_precision_radix:int4 numeric_scale:int4 datetime_precision:int4 interval_type:varchar interval_precision:int4 type_udt_catalog:name type_udt_schema:name type_udt_name:name scope_catalog:name scope_schema:name scope_name:name maximum_cardinality:int4 dtd_identifier:name routine_body:varchar routine_definition:varchar external_name:varchar external_language:varchar parameter_style:varchar is_deterministic:varchar(3) sql_data_access:varchar is_null_call:varchar(3) sql_path:varchar schema_level_routine:varchar(3) max_dynamic_result_sets:int4 is_user_defined_cast:varchar(3) is_implicitly_invocable:varchar(3) security_type:varchar to_sql_specific_catalog:name to_sql_specific_schema:name to_sql_specific_name:name as_locator:varchar(3) created:timestamptz last_altered:timestamptz new_savepoint_level:varchar(3) is_udt_dependent:varchar(3) result_cast_from_data_type:varchar result_cast_as_locator:varchar(3) result_cast_char_max_length:int4 result_cast_char_octet_length:int4 result_cast_char_set_catalog:name result_cast_char_set_schema:name result_cast_char_set_name:name result_cast_collation_catalog:name result_cast_collation_schema:name result_cast_collation_name:name result_cast_numeric_precision:int4 result_cast_numeric_precision_radix:int4 result_cast_numeric_scale:int4 result_cast_datetime_precision:int4 result_cast_interval_type:varchar result_cast_interval_precision:int4 result_cast_type_udt_catalog:name result_cast_type_udt_schema:name result_cast_type_udt_name:name result_cast_scope_catalog:name result_cast_scope_schema:name result_cast_scope_name:name result_cast_maximum_cardinality:int4 result_cast_dtd_identifier:name
schemata 13382 v catalog_name:name schema_name:name schema_owner:name default_character_set_catalog:name default_character_set_schema:name default_character_set_name:name sql_path:varchar
sequences 13386 v sequence_catalog:name sequence_schema:name sequence_name:name data_type:varchar numeric_precision:int4 numeric_precision_radix:int4 numeric_scale:int4 start_value:varchar minimum_value:varchar maximum_value:varchar increment:varchar cycle_option:varchar(3)
sql_features 13391 r feature_id:varchar feature_name:varchar sub_feature_id:varchar sub_feature_name:varchar is_supported:varchar(3) is_verified_by:varchar comments:varchar
sql_implementation_info 13396 r implementation_info_id:varchar implementation_info_name:varchar integer_value:int4 character_value:varchar comments:varchar
sql_sizing 13406 r sizing_id:int4 sizing_name:varchar supported_value:int4 comments:varchar
table_constraints 13411 v constraint_catalog:name constraint_schema:name constraint_name:name table_catalog:name table_schema:name table_name:name constraint_type:varchar is_deferrable:varchar(3) initially_deferred:varchar(3) enforced:varchar(3) nulls_distinct:varchar(3)
table_privileges 13416 v grantor:name grantee:name table_catalog:name table_schema:name table_name:name privilege_type:varchar is_grantable:varchar(3) with_hierarchy:varchar(3)
tables 13425 v table_catalog:name table_schema:name table_name:name table_type:varchar self_referencing_column_name:name reference_generation:varchar user_defined_type_catalog:name user_defined_type_schema:name user_defined_type_name:name is_insertable_into:varchar(3) is_typed:varchar(3) commit_action:varchar
triggers 13440 v trigger_catalog:name trigger_schema:name trigger_name:name event_manipulation:varchar event_object_catalog:name event_object_schema:name event_object_table:name action_order:int4 action_condition:varchar action_statement:varchar action_orientation:varchar action_timing:varchar action_reference_old_table:name action_reference_new_table:name action_reference_old_row:name action_reference_new_row:name created:timestamptz
udt_privileges 13445 v grantor:name grantee:name udt_catalog:name udt_schema:name udt_name:name privilege_type:varchar is_grantable:varchar(3)
usage_privileges 13454 v grantor:name grantee:name object_catalog:name object_schema:name object_name:name object_type:varchar privilege_type:varchar is_grantable:varchar(3)
view_column_usage 13468 v view_catalog:name view_schema:name view_name:name table_catalog:name table_schema:name table_name:name column_name:name
view_table_usage 13478 v view_catalog:name view_schema:name view_name:name table_catalog:name table_schema:name table_name:name
views 13483 v table_catalog:name table_schema:name table_name:name view_definition:varchar check_option:varchar is_updatable:varchar(3) is_insertable_into:varchar(3) is_trigger_updatable:varchar(3) is_trigger_deletable:varchar(3) is_trigger_insertable_into:varchar(3)
`,
  public: `
get_late_binding_view_cols_unpacked 19009 v view_schema:name view_name:name col_name:name col_type:varchar col_num:int4
stl_ddltext 19006 v userid:int4 xid:int8 pid:int4 label:varchar starttime:timestamp endtime:timestamp sequence:int4 text:varchar
stl_query 19007 v userid:int4 query:int4 label:varchar xid:int8 pid:int4 database:varchar querytxt:varchar starttime:timestamp endtime:timestamp aborted:int4 insert_pristine:int4 concurrency_scaling_status:int4
stl_querytext 19008 v userid:int4 xid:int8 pid:int4 query:int4 sequence:int4 text:varchar
stv_slices 19005 v node:int4 slice:int4
svv_external_schemas 19003 v esoid:int4 eskind:int4 schemaname:varchar esowner:int4 databasename:varchar esoptions:varchar
svv_table_info 19004 v database:varchar schema:varchar table_id:oid table:varchar encoded:varchar diststyle:varchar sortkey1:varchar max_varchar:int4 sortkey1_enc:varchar sortkey_num:int4 size:int8 pct_used:numeric empty:int8 unsorted:numeric stats_off:numeric tbl_rows:numeric skew_sortkey1:numeric skew_rows:numeric estimated_visible_rows:numeric risk_event:text vacuum_sort_benefit:numeric
svv_tables 19002 v table_catalog:varchar table_schema:varchar table_name:varchar table_type:varchar remarks:varchar
`,
};
