-- places where names, clauses and brackets are easily taken for something else
select a A, b B, c C
select distinct A a from T
select distinct on (A, b) A from T
select all A from T
select from T
select
select * , T.*, S.T.*, "D"."S"."T".*
select a"b", 1 x_, 'a'b, "a"B, 1 "From"
select a/*A*/A--A
select count(*)filter(where X)Y, sum(X)over()Z, sum(X)over W V from T window W as(partition by A),W2 as(W order by B)
select A from T where B in((select C))and D=any((select E))or F=any((array[1]))
select(select(select A B)C)D
select exists(select A B from C)D,array(select A B)E
select((A)).B.C,(A.B).C,(f(A)).B,((f(X)).B).C,(select X).Y,(A[1].B)[2].C from T
select (case when A then B else C end).D E, (array[1,2])[1] F, (A || B).C
select A from(select B from(select C from D)E)F,lateral(select H)I
select A from T"t",U as"u"(X,"x"),"V"
select A from T union select B from U union all select C from V intersect select D from W except select E
(select A) union (select B) order by 1 offset 2 limit 3
((select A from T)) union ((select B from U) intersect (select C)) limit 1
(((select A from T limit 1)))
(with X as (select A) select B from X) union all (with Y as (select C) select D from Y)
with X as (select A union select B) select C from X union (select D from X except select E from X)
with X(A,"b") as (values(1,2)),Y as not materialized((select A from X)) select*from Y,X
with X as (insert into T values (1) returning A) select A from X
with X as (select 1) values (1), (2)
values(1),(2)union values(3)
select A from T join U on true join V using(A)join W on(T.B=W.B)left outer join(select C from X)Y on Y.C=T.C
select A from(T join U on true)join V on true
select A from((T join U on true)join V on true)
select A from(T cross join(U cross join(select 1)X)),(((Y cross join Z)))
select A from((select B)C cross join D)
select A from((select B)C cross join D)E
select A from T join U join V on A=B on C=D
select A from T join lateral f(T.X)G on true cross join lateral g(1)
select A from f(1),f(1)as F,f(1)F2(A,B),f(1)with ordinality,f(1)with ordinality O(A,B),S.f(1)
select A from f()as(B int,"c" text),f()D(E S.T[]),cast(1 as int)C,coalesce(1)D,current_user U,extract(year from X)E
select A is distinct from B, A is not distinct from B C, (A is distinct from B)D from T
select A in(1)B,A not in(1,2)C,A between 1 and 2 D,A like B C,A is null D,A isnull E
select A at time zone B C, A at local D, A::int E, cast(A as int)F, int'1'G, interval'1'day H
select A AS as, B as "as", C as end, D as group, E as into, F as "Into", G as select
select T.AS, T.FROM, T.GROUP AS group from T
select within group_, within from T
select percentile_cont(1) within group(order by A)group_ from T
select A from T where B = 'x;y' and C = $a$;$a$ /* ; */ -- ;
select 'a'
select A from T order by A, B desc, C asc nulls first, D using operator(pg_catalog.<), 1
select A from T group by A, (B), (C, D), (), 1
select A from T group by all A
select A from T limit 1 + 1 offset $1
select A from T offset 1 row fetch next row only
select A from T for share
select A from T for no key update of T skip locked
select $1, $2::int, $3.a, ($4).b, $5[1]
select A+-B, A-(-1), - - 1, +A, ~A, A!=-1, A<-1, A*-B, A@-1, 2^-1, A=-1 and B
select A<>B, A!=B, A<=B, A>=B, A=B, A||B, A->B, A->>B, A#>B, A?B, A?|B, A@>B, A<@B, A~B, A!~*B, A~~B, A&&B, A<<B
select row(), row(1), (1,2), row(A.*), (A,B)=(C,D), row(1,2)<row(3,4)
select "A"."B"."C", A.B."c", "a""b"."c""", """"
select U&"\0041", U&"A""b" "C", u&"a"b
select N'x', n'y', b'1', B'0', x'A', E'\\', e'\'', E'a''b', 'a''b', ''''
select a$b, _a, a1, é, ÀÉ, ñ_Ñ as Ñ
set session a.b.c = 'x', 1, on, off, -1.5, "Y"
set time zone interval '1' hour to minute
set session authorization x
set transaction isolation level serializable
show a.b
show time zone
show session authorization
explain values (1)
explain (select 1)
explain (verbose) with x as (select 1) select A from x
explain (analyze off, costs, timing 1) select A from T
explain insert into T values (1)
merge into t using s on true when matched then delete
grant select on t to u
copy t to stdout
call f(1)
do $$ begin end $$
listen x
prepare p as select 1
execute p
vacuum
alter table t add a int
drop view if exists v
comment on table t is 'x'
lock table t
checkpoint
create unique index i on t (a)
create schema s
truncate t
select json_object(1) A, json_array() B, pg_catalog.Lower(A) C, "pg_catalog" . "lower" (A) D
select collation for (A) B, C from T
select A from(((select B)C cross join D))
select A from((((T join U on true)))as X(A,"B")join V on true)W
select T.AS AS group, T.AS as as, A as as from T
