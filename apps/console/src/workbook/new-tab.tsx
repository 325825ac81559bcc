import { useQuery } from '@tanstack/react-query';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { sourceQueries } from '../api/source-sql.ts';
import { Button } from '../controls/button.tsx';
import type { ReportQuestion } from '../model/report-question.ts';
import { sourceWords as words } from '../words/source-words.ts';

/** The question of a new tab. */
export const newQuestion: ReportQuestion = { kind: 'json', text: '{}' };

interface NewTabProps {
  readonly deploymentId: number;
  readonly onCreate: (question: ReportQuestion) => void;
}

/** Adds a tab for a query of the model, or for a statement in the SQL of a data source. */
export function NewTab({ deploymentId, onCreate }: NewTabProps) {
  const sources = useQuery(sourceQueries.sources(deploymentId)).data ?? [];
  const { name: dataSource } = sources.find(({ name }) => name === 'default') ?? sources[0] ?? {};
  const create = (id: React.Key) => {
    if (id === 'semantic') onCreate(newQuestion);
    else if (dataSource !== undefined) onCreate({ kind: 'source', dataSource, sql: 'SELECT 1 AS one' });
  };
  return (
    <MenuTrigger>
      <Button>{words.newTab}</Button>
      <Popover className="popover" placement="bottom end">
        <Menu className="menu" aria-label={words.newTab} onAction={create}>
          <MenuItem id="semantic">{words.semantic}</MenuItem>
          {dataSource === undefined ? null : <MenuItem id="source">{words.source}</MenuItem>}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
