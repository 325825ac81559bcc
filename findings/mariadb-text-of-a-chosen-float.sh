#!/usr/bin/env bash
# Surprise: MariaDB gives the greatest of chosen FLOATs two texts: 1234.56 over all rows, 1234.56005859375 by groups.
# Versions: mariadb-server-core 1:10.11.19-0+deb12u1 of Debian 12 (needs a Debian or Ubuntu with apt-get).
# Expected: 1234.56 in both, as of MAX over the column itself and of the CASE without MAX.
# Seen: all 1234.56, then 1 1234.56005859375 1234.56 (group, of the CASE, of the column).
# In Orrery: the text is taken of the value cast to FLOAT, in shownDigits of packages/semantic/src/dialect/mysql.ts.
# Source: none found; SHOW CREATE TABLE tells that the column of such a MAX is a DOUBLE, that of MAX over the column a FLOAT.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
chmod 755 .
apt-get download mariadb-server-core=1:10.11.19-0+deb12u1 >/dev/null 2>&1
dpkg -x mariadb-server-core_*.deb server
mkdir data
cat >see.sql <<SQL
CREATE DATABASE seen;
USE seen;
CREATE TABLE t (g INT, r FLOAT) ENGINE = InnoDB;
INSERT INTO t VALUES (1, 1234.56);
SELECT 'all', CAST(MAX(CASE WHEN g > 0 THEN r END) AS CHAR) FROM t INTO OUTFILE '$folder/data/all.txt';
SELECT g, CAST(MAX(CASE WHEN g > 0 THEN r END) AS CHAR), CAST(MAX(r) AS CHAR) FROM t GROUP BY g
  INTO OUTFILE '$folder/data/groups.txt';
SQL
user=()
if [ "$(id -u)" = 0 ]; then
  chown -R nobody data
  user=(--user=nobody)
fi
server/usr/sbin/mariadbd --no-defaults --bootstrap "${user[@]}" --datadir="$folder/data" \
  --lc-messages-dir="$folder/server/usr/share/mysql" <see.sql 2>log.txt || { cat log.txt; exit 1; }
seen=$(cat data/all.txt data/groups.txt | tr '\t' ' ' | tr '\n' ';')
echo "$seen"
[ "$seen" = 'all 1234.56;1 1234.56005859375 1234.56;' ]
