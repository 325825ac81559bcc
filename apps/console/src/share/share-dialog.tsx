import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../api/message-of.ts';
import { platform } from '../api/platform.ts';
import { contentQueries } from '../api/content-queries.ts';
import { Button } from '../controls/button.tsx';
import { Choice } from '../controls/choice.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { facts } from '../page/facts.ts';
import { Avatar } from '../shell/avatar.tsx';
import { Failure } from '../shell/failure.tsx';
import { Waiting } from '../shell/waiting.tsx';
import '../style/share.css';
import { shareWords as words } from '../words/share-words.ts';
import { Embedding } from './embedding.tsx';
import { FindPeople, type SharingCandidate } from './find-people.tsx';
import {
  actionOf,
  isOfSystem,
  type ShareLevel,
  levelOf,
  levels,
  nameOfGroup,
  type ShareableItem,
  type ItemSharing,
} from './sharing.ts';

interface ShareDialogProps {
  readonly shared: ShareableItem;
  readonly onClose: () => void;
}

/**
 * Shows the users who may see and change an item, by a share of their own or by that of a folder around it, and changes
 * their rights.
 */
export default function ShareDialog({ shared, onClose }: ShareDialogProps) {
  return (
    <Dialog title={words.title(shared.name)} isOpen onClose={onClose}>
      <Sharings shared={shared} />
      {shared.deploymentId === undefined || facts.app ? null : (
        <Embedding deploymentId={shared.deploymentId} workbookId={shared.id} />
      )}
      <div className="actions">
        <Button onPress={onClose}>{words.close}</Button>
      </div>
    </Dialog>
  );
}

interface SharingChange {
  readonly to: SharingCandidate | 'everyone';
  /** Absent: what the folder around it says. */
  readonly level: ShareLevel | 'none' | undefined;
}

function Sharings({ shared }: { readonly shared: ShareableItem }) {
  const client = useQueryClient();
  const query = contentQueries.sharing(shared.type, shared.id);
  const sharing = useQuery(query);
  const [said, setSaid] = useState('');
  const change = useMutation({
    mutationFn: ({ to, level }: SharingChange) => {
      const item = { resourceType: shared.type, resourceId: shared.id };
      const granted = level === undefined || level === 'none' ? undefined : actionOf(shared, level);
      if (to === 'everyone') {
        const action = level === 'none' ? 'None' : granted;
        return platform.setUserPolicy({ body: { ...item, ...(action ? { action } : {}) } });
      }
      const action = granted ? { action: granted } : {};
      if (to.kind === 'user') {
        return platform.setUserPolicy({ body: { ...item, userId: to.id, ...action } });
      }
      const group = to.groupName === undefined ? { groupId: to.id } : { groupName: to.groupName };
      return platform.setGroupPolicy({ body: { ...item, ...group, ...action } });
    },
    onMutate: () => setSaid(''),
    onSuccess: (next, { to }) => {
      client.setQueryData(query.queryKey, next);
      setSaid(to === 'everyone' ? words.savedGeneral : words.saved(to.name));
    },
  });
  if (sharing.isPending) return <Waiting what={words.sharing} height={160} />;
  if (sharing.isError) return <Failure error={sharing.error} onAgain={() => void sharing.refetch()} />;
  return (
    <div className="sharing">
      <FindPeople onInvite={(to, level) => change.mutate({ to, level })} />
      <div role="status" className="help">
        {said}
      </div>
      <div role="alert">{change.isError ? <p className="notice negative">{messageOf(change.error)}</p> : null}</div>
      <section aria-labelledby="with-access">
        <h3 id="with-access">{words.withAccess}</h3>
        <ul className="people">
          {peopleIn(sharing.data).map((entry) => (
            <Entry
              key={`${entry.kind} ${entry.id}`}
              entry={entry}
              onLevel={(level) => change.mutate({ to: entry, level })}
            />
          ))}
        </ul>
      </section>
      {facts.app ? null : (
        <General everyone={sharing.data.everyone} onLevel={(level) => change.mutate({ to: 'everyone', level })} />
      )}
    </div>
  );
}

interface SharedWith extends SharingCandidate {
  readonly level: ShareLevel | undefined;
  readonly isOwner: boolean;
  readonly folder: string | undefined;
}

function peopleIn({ users, groups }: ItemSharing): readonly SharedWith[] {
  return [
    ...users.map(({ userId, email, firstName, picture, action, isOwner, inheritedFrom }) => {
      const name = firstName ?? email;
      return {
        kind: 'user',
        id: userId,
        name,
        picture,
        level: levelOf(action),
        isOwner,
        folder: inheritedFrom?.name,
      } as const;
    }),
    ...groups.map(({ groupId, name, action, inheritedFrom }) => {
      const level = levelOf(action);
      return {
        kind: 'group',
        id: groupId,
        name: nameOfGroup(name),
        isViewOnly: isOfSystem(name),
        picture: null,
        level,
        isOwner: false,
        folder: inheritedFrom?.name,
      } as const;
    }),
  ];
}

interface EntryProps {
  readonly entry: SharedWith;
  readonly onLevel: (level: ShareLevel | undefined) => void;
}

function Entry({ entry, onLevel }: EntryProps) {
  const { kind, name, picture, level, isOwner, folder, isViewOnly = false } = entry;
  const about = [kind === 'group' ? words.group : '', folder === undefined ? '' : words.via(folder)];
  return (
    <li>
      <Avatar name={name} picture={picture} />
      <span className="who">
        {name} <span className="help">{about.filter((part) => part !== '').join(', ')}</span>
      </span>
      {isOwner ? (
        <span className="help">{words.owner}</span>
      ) : (
        <Choice
          label={words.accessOf(name)}
          isLabelUnseen
          value={level}
          sections={[
            { title: '', options: (isViewOnly ? levels.slice(0, 1) : levels).map((id) => ({ id, title: words[id] })) },
            ...(folder === undefined ? [{ title: '', options: [{ id: 'remove', title: words.remove }] }] : []),
          ]}
          onChange={(id) => onLevel(levels.find((each) => each === id))}
        />
      )}
    </li>
  );
}

interface GeneralProps {
  readonly everyone: ItemSharing['everyone'];
  readonly onLevel: (level: ShareLevel | 'none' | undefined) => void;
}

/** Access of everybody in the account. */
function General({ everyone: { action, inheritedFrom }, onLevel }: GeneralProps) {
  const level = levelOf(action);
  const titles = { view: words.everyoneView, edit: words.everyoneEdit, full: words.everyoneFull };
  const own = [{ id: 'none', title: words.onlyInvited }, ...levels.map((id) => ({ id, title: titles[id] }))];
  const inherited = { id: 'inherited', title: inheritedFrom ? words.asFolder(inheritedFrom.name) : words.asAround };
  return (
    <Choice
      label={words.general}
      value={inheritedFrom ? 'inherited' : (level ?? 'none')}
      sections={[{ title: '', options: [...own, inherited] }]}
      onChange={(id) => onLevel(id === 'none' ? id : levels.find((each) => each === id))}
    />
  );
}
