export { clickhouseNativePorts, type ClickhouseSource, readClickhouseSource } from './clickhouse-source.ts';
export { type DuckDbSource, readDuckDbSource } from './duckdb-source.ts';
export { type MysqlSource, readMysqlSource } from './mysql-source.ts';
export { type PostgresSource, readPostgresSource } from './postgres-source.ts';
export { defaultSslMode, isSslMode, sslMeanings, type SslMode, sslModes } from './read-ssl.ts';
export { isHost, isHttpHost, readServerUrl, type ServerAddress } from './server-url.ts';
export { isUnconnected, type RenderedSource, readRenderedSource } from './rendered-source.ts';
export type { SourcePlace } from './source-place.ts';
export { isTrinoName, isTrinoToken, readTrinoSource, type TrinoSource } from './trino-source.ts';
