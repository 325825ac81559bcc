import { goProgram, type InstalledProgram, javaProgram, pythonProgram, rustProgram } from './install-programs.ts';

/** Clients with their versions, as their programs install them. */
export const wireClients: Readonly<Record<string, () => Promise<InstalledProgram>>> = {
  'psycopg 3.3.9': () => pythonProgram('drivers', 'psycopg3.py'),
  'psycopg2 2.9.13': () => pythonProgram('drivers', 'psycopg2_program.py'),
  'asyncpg 0.32.0': () => pythonProgram('drivers', 'asyncpg_program.py'),
  'pg8000 1.31.6': () => pythonProgram('drivers', 'pg8000_program.py'),
  'SQLAlchemy 2.1.9, psycopg': () => pythonProgram('drivers', 'alchemy.py', 'psycopg'),
  'SQLAlchemy 2.1.9, psycopg2': () => pythonProgram('drivers', 'alchemy.py', 'psycopg2'),
  'SQLAlchemy 2.1.9, pg8000': () => pythonProgram('drivers', 'alchemy.py', 'pg8000'),
  'SQLAlchemy 1.4.54, psycopg2': () => pythonProgram('sqlalchemy-1.4', 'alchemy.py', 'psycopg2'),
  'ADBC 1.13.0, pandas, polars': () => pythonProgram('frames', 'adbc.py'),
  'connectorx 0.4.6, polars, pandas': () => pythonProgram('frames', 'connectorx_program.py'),
  'DuckDB 1.5.5, postgres_scanner': () => pythonProgram('duckdb', 'duckdb_program.py'),
  'ibis 12.0.0': () => pythonProgram('ibis', 'ibis_program.py'),
  'pgcli 4.7.1': () => pythonProgram('pgcli', 'pgcli_program.py'),
  'dlt 1.31.0': () => pythonProgram('dlt', 'dlt_program.py'),
  'dbt-core 1.11.16, dbt-postgres 1.10.2': () => pythonProgram('dbt', 'dbt_program.py'),
  'Superset 6.1.0': () => pythonProgram('superset', 'superset_program.py'),
  'pgJDBC 42.7.14': () => javaProgram('42.7.14'),
  'pgx 5.13.0': () => goProgram('pgx-program'),
  'lib/pq 1.12.3': () => goProgram('pq-program'),
  'tokio-postgres 0.7.18': () => rustProgram('tokio_postgres_program'),
  'sqlx 0.8.6': () => rustProgram('sqlx_program'),
};
