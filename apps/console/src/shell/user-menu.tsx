import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { platform } from '../api/platform.ts';
import { queries } from '../api/queries.ts';
import { Button } from '../controls/button.tsx';
import { startPageAt } from '../page/addresses.ts';
import { facts } from '../page/facts.ts';
import { shellWords as words } from '../words/shell-words.ts';
import { Avatar } from './avatar.tsx';

const places = ['preferences'] as const;
const placesOfAdmins = [...places, 'applications', 'authentication'] as const;

/** The person who is signed in, with what is theirs. */
export function UserMenu({ isFolded }: { readonly isFolded: boolean }) {
  const { data: person } = useQuery(queries.person);
  const navigate = useNavigate();
  const signOut = useMutation({
    mutationFn: () => platform.signOut(),
    onSuccess: ({ signOutAt }) => location.assign(signOutAt ?? startPageAt('/sign-in', person?.account)),
  });
  if (!person) return null;
  if (facts.app) {
    return (
      <div className="user">
        <Avatar name={person.displayName} picture={person.picture} />
        <span className={isFolded ? 'unseen' : 'label'}>{person.displayName}</span>
      </div>
    );
  }
  return (
    <MenuTrigger>
      <Button look="quiet" className="user">
        <Avatar name={person.displayName} picture={person.picture} />
        <span className={isFolded ? 'unseen' : 'label'}>{person.displayName}</span>
        <span className="unseen">{words.account}</span>
      </Button>
      <Popover className="popover" placement="top start">
        <Menu
          className="menu"
          onAction={(action) => {
            if (action === 'sign-out') signOut.mutate();
            else void navigate({ to: action as '/preferences' }); // one of the places below
          }}
        >
          {(person.isAdmin ? placesOfAdmins : places).map((place) => (
            <MenuItem key={place} id={`/${place}`}>
              {words[place]}
            </MenuItem>
          ))}
          <MenuItem id="sign-out">{words.signOut}</MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
