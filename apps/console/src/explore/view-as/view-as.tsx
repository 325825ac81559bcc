import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { type FormEvent, useDeferredValue, useState } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import { queries } from '../../api/queries.ts';
import { Button } from '../../controls/button.tsx';
import { Dialog } from '../../controls/dialog.tsx';
import { TextField } from '../../controls/text-field.tsx';
import { exploreDetailWords as details } from '../../words/explore-detail-words.ts';
import { contextOf } from './context-of.ts';
import type { Eyes } from './eyes.ts';

interface ViewAsProps {
  readonly eyes: Eyes | undefined;
  readonly onEyes: (eyes: Eyes | undefined) => void;
  /** Only admins see who there is. */
  readonly isAdmin: boolean;
}

/** Looks at the model and its rows as somebody else does: a person, or anybody with some groups and attributes. */
export default function ViewAs({ eyes, onEyes, isAdmin }: ViewAsProps) {
  const [isOpen, setOpen] = useState(false);
  const choose = (next: Eyes) => {
    onEyes(next);
    setOpen(false);
  };
  return (
    <>
      <Button onPress={() => setOpen(true)}>
        <Eye size={14} strokeWidth={1.5} aria-hidden="true" />
        {details.viewAs}
      </Button>
      <Dialog title={details.viewAs} isOpen={isOpen} onClose={() => setOpen(false)}>
        {isAdmin ? <People onChoose={choose} /> : null}
        <Custom onChoose={choose} />
        <div className="actions">
          {eyes ? (
            <Button
              onPress={() => {
                onEyes(undefined);
                setOpen(false);
              }}
            >
              {details.exit}
            </Button>
          ) : null}
          <Button onPress={() => setOpen(false)}>{details.close}</Button>
        </div>
      </Dialog>
    </>
  );
}

function People({ onChoose }: { readonly onChoose: (eyes: Eyes) => void }) {
  const [search, setSearch] = useState('');
  const users = useQuery(queries.users(useDeferredValue(search.trim())));
  const people = (users.data ?? []).map(({ id, displayName, username }) => ({ id, displayName, username }));
  return (
    <section>
      <TextField label={details.person} value={search} onChange={setSearch} autoFocus />
      <ListBox
        className="menu value-suggestions"
        aria-label={details.people}
        renderEmptyState={() => (
          <p className="help">
            {users.isPending ? details.looking : users.isError ? details.noPeople : details.nobody}
          </p>
        )}
        onAction={(key) => {
          const person = people.find(({ id }) => id === Number(key));
          if (person) onChoose({ name: person.displayName, securityContext: { cubeCloud: { user: person.id } } });
        }}
      >
        {people.map(({ id, displayName, username }) => (
          <ListBoxItem key={id} id={id} textValue={displayName} className="menu-row">
            <span>{displayName}</span>
            {displayName === username ? null : <span className="help">{username}</span>}
          </ListBoxItem>
        ))}
      </ListBox>
    </section>
  );
}

function Custom({ onChoose }: { readonly onChoose: (eyes: Eyes) => void }) {
  const [fault, setFault] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const context = contextOf(String(given.get('groups')), String(given.get('attributes')));
    if (context.ok) onChoose({ name: details.somebody(context.text), securityContext: context.value });
    else setFault(details.attributeFault(context.line));
  };
  return (
    <form onSubmit={submit} noValidate>
      <TextField name="groups" label={details.groups} help={details.groupsHelp} />
      <TextField
        name="attributes"
        label={details.attributes}
        help={details.attributesHelp}
        fault={fault}
        onChange={() => setFault(undefined)}
      />
      <div className="actions">
        <Button type="submit">{details.viewAsThese}</Button>
      </div>
    </form>
  );
}
