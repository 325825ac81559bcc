import { useQuery } from '@tanstack/react-query';
import { ListTree } from 'lucide-react';
import { useState } from 'react';
import { Input, Label, TextField } from 'react-aria-components';
import { type SqlTables, sourceQueries } from '../../api/source-sql.ts';
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { Failure } from '../../shell/failure.tsx';
import { Waiting } from '../../shell/waiting.tsx';
import { sourceWords as words } from '../../words/source-words.ts';
import { findTables } from './find-tables.ts';
import { columnName, tableName } from './names.ts';

interface TablesPanelProps {
  readonly deploymentId: number;
  readonly dataSource: string;
  readonly onDataSource: (name: string) => void;
  readonly onInsert: (name: string) => void;
}

type SourceTable = SqlTables['items'][number];

/** Tables that are listed at a time. */
const mostListed = 60;

/** The data source, and its tables with their columns, whose names are put into the statement. */
export function TablesPanel({ deploymentId, dataSource, onDataSource, onInsert }: TablesPanelProps) {
  const sources = useQuery(sourceQueries.sources(deploymentId)).data ?? [];
  const tables = useQuery(sourceQueries.tables(deploymentId, dataSource));
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  const names = [...new Set([dataSource, ...sources.map(({ name }) => name)])];
  const options = names.map((id) => ({ id, title: id, about: sources.find(({ name }) => name === id)?.type }));
  const found = findTables(tables.data?.items ?? [], search);
  const more = found.length - mostListed;
  return (
    <aside className="explore-members" aria-label={words.tables} data-is-open={isOpen || undefined}>
      <Button className="members-toggle" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
        <ListTree size={16} strokeWidth={1.5} aria-hidden="true" />
        {isOpen ? words.hideTables : words.showTables}
      </Button>
      <div className="members-body">
        <Choice
          label={words.dataSource}
          isLabelUnseen
          value={dataSource}
          sections={[{ title: '', options }]}
          onChange={onDataSource}
        />
        <TextField className="field search" type="search" value={search} onChange={setSearch}>
          <Label className="unseen">{words.find}</Label>
          <Input placeholder={words.find} />
        </TextField>
        {tables.isPending ? <Waiting what={words.tables} /> : null}
        {tables.isError ? <Failure error={tables.error} onAgain={() => void tables.refetch()} /> : null}
        {tables.isSuccess && found.length === 0 ? (
          <p className="help">{search === '' ? words.allTables : words.noTables}</p>
        ) : null}
        <ul className="source-tables">
          {found.slice(0, mostListed).map((table) => (
            <li key={`${table.schema}.${table.name}`}>
              <OneTable table={table} isOpen={search !== '' && found.length === 1} onInsert={onInsert} />
            </li>
          ))}
        </ul>
        {more > 0 ? <p className="help">{words.moreTables(more)}</p> : null}
        {tables.data?.isTruncated ? <p className="help">{words.cutTables}</p> : null}
      </div>
    </aside>
  );
}

interface OneTableProps {
  readonly table: SourceTable;
  readonly isOpen: boolean;
  readonly onInsert: (name: string) => void;
}

function OneTable({ table, isOpen, onInsert }: OneTableProps) {
  const { schema, name, isOnPath } = table;
  const title = isOnPath ? name : `${schema}.${name}`;
  return (
    <details open={isOpen}>
      <summary>{title}</summary>
      <ul>
        <li>
          <Button look="quiet" onPress={() => onInsert(tableName(table))}>
            {words.insert(title)}
          </Button>
        </li>
        {table.columns.map((column) => (
          <li key={column.name}>
            <Button
              look="quiet"
              aria-label={words.insert(column.name)}
              onPress={() => onInsert(columnName(column.name))}
            >
              {column.name}
            </Button>
            <span className="help">{column.type}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
