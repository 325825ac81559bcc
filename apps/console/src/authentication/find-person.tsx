import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useDeferredValue, useState } from 'react';
import { queries } from '../api/queries.ts';
import { Button } from '../controls/button.tsx';
import { TextField } from '../controls/text-field.tsx';
import { authenticationWords as words } from '../words/authentication/authentication-words.ts';

export interface FoundPerson {
  readonly userId: number;
  readonly username: string;
}

interface FindPersonProps {
  readonly place: RefObject<HTMLDivElement | null>;
  readonly label: string;
  readonly actionOf: (username: string) => string;
  readonly onFound: (found: FoundPerson) => void;
}

const mostFound = 5;

/** A field that finds active users of the account by their names, with a button for each. */
export function FindPerson({ place, label, actionOf, onFound }: FindPersonProps) {
  const [typed, setTyped] = useState('');
  const sought = useDeferredValue(typed.trim());
  const { data = [], isSuccess, isPlaceholderData } = useQuery({ ...queries.users(sought), enabled: sought !== '' });
  const found = sought === '' ? [] : data.slice(0, mostFound);
  const take = ({ id, username }: (typeof found)[number]) => {
    onFound({ userId: id, username });
    setTyped('');
    place.current?.querySelector('input')?.focus();
  };
  const takeByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault(); // it would send the form around it
    const isCurrent = sought === typed.trim();
    const one = found.find(({ username }) => username === sought) ?? (found.length === 1 ? found[0] : undefined);
    if (isCurrent && one) take(one);
  };
  return (
    <div ref={place}>
      <TextField label={label} value={typed} onChange={setTyped} onKeyDown={takeByEnter} autoComplete="off" />
      <div role="status">
        {sought !== '' && isSuccess && !isPlaceholderData && found.length === 0 ? (
          <p className="help">{words.noneFound(sought)}</p>
        ) : null}
      </div>
      <ul className="people">
        {found.map((person) => (
          <li key={person.id}>
            <Button onPress={() => take(person)}>{actionOf(person.username)}</Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
