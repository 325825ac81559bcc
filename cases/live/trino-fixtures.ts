/** The statements of a file of `fixtures/`, one by one, as Trino's connector `memory` takes them. */
export function toTrino(fixture: string): readonly string[] {
  return (
    fixture
      .replaceAll(/^--.*$/gm, '')
      .replaceAll(/\bTIMESTAMP\b/g, 'TIMESTAMP(6)')
      .replaceAll(/'\d{4}-\d{2}-\d{2} [\d:.]+'/g, (moment) => `TIMESTAMP ${moment}`)
      .replaceAll(/'\d{4}-\d{2}-\d{2}'/g, (day) => `DATE ${day}`)
      // This schema is the same one for all test files.
      .replace('CREATE SCHEMA archive', 'CREATE SCHEMA IF NOT EXISTS archive')
      .replace(
        /CREATE TABLE (archive\.\w+) \((\w+) INTEGER, (\w+) INTEGER\);\s*INSERT INTO \1 VALUES ([^;]*);/,
        'CREATE TABLE IF NOT EXISTS $1 ($2, $3) AS VALUES $4;',
      )
      .split(/;\s*$/m)
      .map((statement) => statement.trim())
      .filter((statement) => statement !== '')
  );
}
