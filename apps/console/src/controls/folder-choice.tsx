import { useQuery } from '@tanstack/react-query';
import { queries } from '../api/queries.ts';
import { controlWords as words } from '../words/control-words.ts';
import { Choice } from './choice.tsx';

/** A folder, in those above it. */
export interface FolderOption {
  readonly id: number;
  readonly name: string;
}

interface FolderChoiceProps {
  readonly deploymentId: number;
  /** Folders from the top down to the one that is chosen; empty: the top. */
  readonly path: readonly FolderOption[];
  readonly onChange: (path: readonly FolderOption[]) => void;
}

const top = 'top';

/** Where something is saved: at the top of the workspace, or in a folder, level by level. */
export function FolderChoice({ deploymentId, path, onChange }: FolderChoiceProps) {
  const at = path.at(-1);
  const folders = useQuery(queries.folders(deploymentId, at?.id));
  const above = [{ id: top, title: words.workspace }, ...path.map(({ id, name }) => ({ id: String(id), title: name }))];
  const inside = (folders.data ?? []).map(({ id, name }) => ({ id: String(id), title: name }));
  const choose = (id: string) => {
    const index = path.findIndex((place) => String(place.id) === id);
    const found = folders.data?.find((folder) => String(folder.id) === id);
    onChange(id === top ? [] : index >= 0 ? path.slice(0, index + 1) : found ? [...path, found] : path);
  };
  return (
    <Choice
      label={words.folder}
      value={at === undefined ? top : String(at.id)}
      sections={[
        { title: '', options: above },
        ...(inside.length > 0 ? [{ title: words.foldersInside, options: inside }] : []),
      ]}
      onChange={choose}
    />
  );
}
