/**
 * The types that columns may have, as rows of PostgreSQL's pg_type: typname oid typlen typbyval typtype typcategory
 * typispreferred typelem typarray typalign typstorage typcollation, then name and number of the functions typinput typoutput
 * typreceive typsend typmodin typmodout typsubscript. Those of their arrays follow from them.
 */
export const typeDefinitions = `
bool 16 1 t b B t 0 1000 c p 0 boolin:1242 boolout:1243 boolrecv:2436 boolsend:2437 -:0 -:0 -:0
bytea 17 -1 f b U f 0 1001 i x 0 byteain:1244 byteaout:31 bytearecv:2412 byteasend:2413 -:0 -:0 -:0
char 18 1 t b S f 0 1002 c p 0 charin:1245 charout:33 charrecv:2434 charsend:2435 -:0 -:0 -:0
name 19 64 f b S f 18 1003 c p 950 namein:34 nameout:35 namerecv:2422 namesend:2423 -:0 -:0 raw_array_subscript_handler:6180
int8 20 8 t b N f 0 1016 d p 0 int8in:460 int8out:461 int8recv:2408 int8send:2409 -:0 -:0 -:0
int2 21 2 t b N f 0 1005 s p 0 int2in:38 int2out:39 int2recv:2404 int2send:2405 -:0 -:0 -:0
int2vector 22 -1 f b A f 21 1006 i p 0 int2vectorin:40 int2vectorout:41 int2vectorrecv:2410 int2vectorsend:2411 -:0 -:0 array_subscript_handler:6179
int4 23 4 t b N f 0 1007 i p 0 int4in:42 int4out:43 int4recv:2406 int4send:2407 -:0 -:0 -:0
regproc 24 4 t b N f 0 1008 i p 0 regprocin:44 regprocout:45 regprocrecv:2444 regprocsend:2445 -:0 -:0 -:0
text 25 -1 f b S t 0 1009 i x 100 textin:46 textout:47 textrecv:2414 textsend:2415 -:0 -:0 -:0
oid 26 4 t b N t 0 1028 i p 0 oidin:1798 oidout:1799 oidrecv:2418 oidsend:2419 -:0 -:0 -:0
xid 28 4 t b U f 0 1011 i p 0 xidin:50 xidout:51 xidrecv:2440 xidsend:2441 -:0 -:0 -:0
oidvector 30 -1 f b A f 26 1013 i p 0 oidvectorin:54 oidvectorout:55 oidvectorrecv:2420 oidvectorsend:2421 -:0 -:0 array_subscript_handler:6179
json 114 -1 f b U f 0 199 i x 0 json_in:321 json_out:322 json_recv:323 json_send:324 -:0 -:0 -:0
pg_node_tree 194 -1 f b S f 0 0 i x 100 pg_node_tree_in:195 pg_node_tree_out:196 pg_node_tree_recv:197 pg_node_tree_send:198 -:0 -:0 -:0
float4 700 4 t b N f 0 1021 i p 0 float4in:200 float4out:201 float4recv:2424 float4send:2425 -:0 -:0 -:0
float8 701 8 t b N t 0 1022 d p 0 float8in:214 float8out:215 float8recv:2426 float8send:2427 -:0 -:0 -:0
unknown 705 -2 f p X f 0 0 c p 0 unknownin:109 unknownout:110 unknownrecv:2416 unknownsend:2417 -:0 -:0 -:0
inet 869 -1 f b I t 0 1041 i m 0 inet_in:910 inet_out:911 inet_recv:2496 inet_send:2497 -:0 -:0 -:0
aclitem 1033 12 f b U f 0 1034 i p 0 aclitemin:1031 aclitemout:1032 -:0 -:0 -:0 -:0 -:0
bpchar 1042 -1 f b S f 0 1014 i x 100 bpcharin:1044 bpcharout:1045 bpcharrecv:2430 bpcharsend:2431 bpchartypmodin:2913 bpchartypmodout:2914 -:0
varchar 1043 -1 f b S f 0 1015 i x 100 varcharin:1046 varcharout:1047 varcharrecv:2432 varcharsend:2433 varchartypmodin:2915 varchartypmodout:2916 -:0
date 1082 4 t b D f 0 1182 i p 0 date_in:1084 date_out:1085 date_recv:2468 date_send:2469 -:0 -:0 -:0
time 1083 8 t b D f 0 1183 d p 0 time_in:1143 time_out:1144 time_recv:2470 time_send:2471 timetypmodin:2909 timetypmodout:2910 -:0
timestamp 1114 8 t b D f 0 1115 d p 0 timestamp_in:1312 timestamp_out:1313 timestamp_recv:2474 timestamp_send:2475 timestamptypmodin:2905 timestamptypmodout:2906 -:0
timestamptz 1184 8 t b D t 0 1185 d p 0 timestamptz_in:1150 timestamptz_out:1151 timestamptz_recv:2476 timestamptz_send:2477 timestamptztypmodin:2907 timestamptztypmodout:2908 -:0
interval 1186 16 f b T t 0 1187 d p 0 interval_in:1160 interval_out:1161 interval_recv:2478 interval_send:2479 intervaltypmodin:2903 intervaltypmodout:2904 -:0
numeric 1700 -1 f b N f 0 1231 i m 0 numeric_in:1701 numeric_out:1702 numeric_recv:2460 numeric_send:2461 numerictypmodin:2917 numerictypmodout:2918 -:0
regclass 2205 4 t b N f 0 2210 i p 0 regclassin:2218 regclassout:2219 regclassrecv:2452 regclasssend:2453 -:0 -:0 -:0
regtype 2206 4 t b N f 0 2211 i p 0 regtypein:2220 regtypeout:2221 regtyperecv:2454 regtypesend:2455 -:0 -:0 -:0
record 2249 -1 f p P f 0 2287 d x 0 record_in:2290 record_out:2291 record_recv:2402 record_send:2403 -:0 -:0 -:0
cstring 2275 -2 f p P f 0 1263 c p 0 cstring_in:2292 cstring_out:2293 cstring_recv:2500 cstring_send:2501 -:0 -:0 -:0
any 2276 4 t p P f 0 0 i p 0 any_in:2294 any_out:2295 -:0 -:0 -:0 -:0 -:0
anyarray 2277 -1 f p P f 0 0 d x 0 anyarray_in:2296 anyarray_out:2297 anyarray_recv:2502 anyarray_send:2503 -:0 -:0 -:0
void 2278 4 t p P f 0 0 i p 0 void_in:2298 void_out:2299 void_recv:3120 void_send:3121 -:0 -:0 -:0
anyelement 2283 4 t p P f 0 0 i p 0 anyelement_in:2312 anyelement_out:2313 -:0 -:0 -:0 -:0 -:0
uuid 2950 16 f b U f 0 2951 c p 0 uuid_in:2952 uuid_out:2953 uuid_recv:2961 uuid_send:2962 -:0 -:0 -:0
jsonb 3802 -1 f b U f 0 3807 i x 0 jsonb_in:3806 jsonb_out:3804 jsonb_recv:3805 jsonb_send:3803 -:0 -:0 jsonb_subscript_handler:6098
regnamespace 4089 4 t b N f 0 4090 i p 0 regnamespacein:4084 regnamespaceout:4085 regnamespacerecv:4087 regnamespacesend:4088 -:0 -:0 -:0
regrole 4096 4 t b N f 0 4097 i p 0 regrolein:4098 regroleout:4092 regrolerecv:4094 regrolesend:4095 -:0 -:0 -:0
`;
