import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { Choice } from '../controls/choice.tsx';
import { TextField } from '../controls/text-field.tsx';
import { Failure } from '../shell/failure.tsx';
import { Waiting } from '../shell/waiting.tsx';
import { groupWords as words } from '../words/authentication/group-words.ts';
import { textIn } from './form-parts.tsx';
import { changeGroupRoles, type GroupRole, groupRolesQuery, ownRolesQuery } from './group-roles-api.ts';
import { Problems } from '../controls/problems.tsx';
import { fieldLabels } from './field-labels.ts';

/** Names of built-in roles as the server knows them, and in the words of the person. */
const builtIn: ReadonlyMap<string, string> = new Map([
  ['Viewer', words.viewer],
  ['Explorer', words.explorer],
  ['Developer', words.developer],
]);

/** The roles that new users get by their groups at a provider. */
export function GroupRoles() {
  const client = useQueryClient();
  const settings = useQuery(groupRolesQuery);
  const own = useQuery(ownRolesQuery);
  const [role, setRole] = useState('Viewer');
  const form = useRef<HTMLFormElement>(null);
  const saving = useMutation({
    mutationFn: changeGroupRoles,
    onSuccess: (saved) => client.setQueryData(groupRolesQuery.queryKey, saved),
  });
  const focus = () => form.current?.querySelector('input')?.focus();
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    const added = { group: textIn(new FormData(currentTarget), 'group'), role };
    if (saving.isPending) return;
    const onSuccess = () => {
      currentTarget.reset();
      focus();
    };
    saving.mutate((before) => [...before.filter((line) => !isSame(line, added)), added], { onSuccess });
  };
  const remove = (gone: GroupRole) =>
    saving.mutate((before) => before.filter((line) => !isSame(line, gone)), { onSuccess: focus }); // the button is gone
  if (settings.isError) return <Failure error={settings.error} onAgain={() => void settings.refetch()} />;
  if (own.isError) return <Failure error={own.error} onAgain={() => void own.refetch()} />;
  if (!settings.data || !own.data) return <Waiting what={words.loading} height={120} />;
  const { rolesByGroup, defaultRole } = settings.data;
  const known = [...builtIn.keys(), ...own.data];
  return (
    <>
      {rolesByGroup.length === 0 ? <p>{words.none(titleOf(defaultRole))}</p> : null}
      <ul className="people" aria-label={words.list}>
        {rolesByGroup.map((line) => (
          <li key={`${line.group} ${line.role}`}>
            <span>{words.gives(line.group, titleOf(line.role))}</span>
            {known.some((name) => isSameName(name, line.role)) ? null : (
              <span className="mark warning">{words.unknown}</span>
            )}
            <Button look="quiet" aria-label={words.remove(line.group, titleOf(line.role))} onPress={() => remove(line)}>
              ×
            </Button>
          </li>
        ))}
      </ul>
      <form ref={form} onSubmit={add}>
        <div className="part">
          <TextField name="group" label={words.group} help={words.groupHelp} maxLength={255} isRequired />
          <Choice
            label={words.role}
            value={role}
            sections={[{ title: '', options: known.map((name) => ({ id: name, title: titleOf(name) })) }]}
            onChange={setRole}
          />
        </div>
        <Problems error={saving.error} labels={fieldLabels} />
        <Button type="submit" isPending={saving.isPending}>
          {words.add}
        </Button>
      </form>
    </>
  );
}

function titleOf(role: string): string {
  const known = [...builtIn].find(([name]) => isSameName(name, role));
  return known ? known[1] : role;
}

function isSame(one: GroupRole, other: GroupRole): boolean {
  return isSameName(one.group, other.group) && isSameName(one.role, other.role);
}

/** Compares as the server does: ignoring case. */
function isSameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
