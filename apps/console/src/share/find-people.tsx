import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { contentQueries } from '../api/content-queries.ts';
import { Button } from '../controls/button.tsx';
import { Choice } from '../controls/choice.tsx';
import { TextField } from '../controls/text-field.tsx';
import { Avatar } from '../shell/avatar.tsx';
import { shareWords as words } from '../words/share-words.ts';
import { isOfSystem, type ShareLevel, levels, nameOfGroup } from './sharing.ts';

/** Somebody that something is shared with. */
export interface SharingCandidate {
  readonly kind: 'user' | 'group';
  readonly id: number;
  readonly name: string;
  /** Present where a group is shared with by its name, and not by its number. */
  readonly groupName?: string | undefined;
  /** Viewers of embedded content may be let look, and no more. */
  readonly isViewOnly?: boolean | undefined;
  readonly picture: string | null;
}

/** Finds people and groups by their names, and invites them. */
export function FindPeople({ onInvite }: { readonly onInvite: (found: SharingCandidate, level: ShareLevel) => void }) {
  const [typed, setTyped] = useState('');
  const [level, setLevel] = useState<ShareLevel>('view');
  const sought = useDeferredValue(typed.trim());
  const { data } = useQuery({ ...contentQueries.shareCandidates(sought), enabled: sought !== '' });
  const found: readonly SharingCandidate[] = data
    ? [
        ...data.users.map((user) => ({ kind: 'user', ...user }) as const),
        ...data.groups.map(
          ({ id, name }) =>
            ({
              kind: 'group',
              id: id ?? 0,
              name: nameOfGroup(name),
              groupName: id === null ? name : undefined,
              isViewOnly: isOfSystem(name),
              picture: null,
            }) as const,
        ),
      ]
    : [];
  const invite = (one: SharingCandidate) => {
    onInvite(one, one.isViewOnly ? 'view' : level);
    setTyped('');
  };
  return (
    <>
      <div className="find-people">
        <TextField
          label={words.find}
          help={words.findHelp}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          autoFocus
          onKeyDown={(event) => {
            const [first] = found;
            // Without this, other keys end here, and Escape does not close the dialog.
            if (event.key !== 'Enter' || !first || sought !== typed.trim()) return event.continuePropagation();
            event.preventDefault();
            invite(first);
          }}
        />
        <Choice
          label={words.level}
          value={level}
          sections={[{ title: '', options: levels.map((id) => ({ id, title: words[id] })) }]}
          onChange={(id) => setLevel(levels.find((each) => each === id) ?? 'view')}
        />
      </div>
      {sought !== '' && data ? (
        <ul className="people">
          {found.map((one) => (
            <li key={`${one.kind} ${one.id} ${one.name}`}>
              <Avatar name={one.name} picture={one.picture} />
              <span className="who">
                {one.name} <span className="help">{one.kind === 'group' ? words.group : ''}</span>
              </span>
              <Button onPress={() => invite(one)}>{words.invite(one.name)}</Button>
            </li>
          ))}
        </ul>
      ) : null}
      <div role="status" className="help">
        {sought !== '' && data && found.length === 0 ? words.nobody : ''}
      </div>
    </>
  );
}
