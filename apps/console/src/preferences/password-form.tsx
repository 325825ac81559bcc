import { OrreryError } from '@orrery/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { ownGrants } from '../api/grant-queries.ts';
import { platform } from '../api/platform.ts';
import { queries } from '../api/queries.ts';
import { Button } from '../controls/button.tsx';
import { TextField } from '../controls/text-field.tsx';
import { Failure } from '../shell/failure.tsx';
import { preferencesWords as words } from '../words/preferences-words.ts';

interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly endConnected: boolean;
}

/** Changes the password of the person, whose other sessions end. */
export function PasswordForm() {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const { data: person } = useQuery(queries.person);
  const change = useMutation({
    mutationFn: (body: PasswordChange) => platform.changePassword({ body }),
    onSuccess: (_, { endConnected }) => {
      form.current?.reset();
      if (endConnected) void client.invalidateQueries({ queryKey: ownGrants.queryKey });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    change.mutate({
      currentPassword: String(given.get('current')),
      newPassword: String(given.get('next')),
      endConnected: given.has('endConnected'),
    });
  };
  const faults = faultsOf(change.error);
  return (
    <form className="form" ref={form} onSubmit={submit}>
      {/* Password managers keep a password with its name. */}
      <input type="text" name="username" autoComplete="username" value={person?.username ?? ''} readOnly hidden />
      <TextField
        name="current"
        label={words.currentPassword}
        type="password"
        autoComplete="current-password"
        fault={faults.current}
        isRequired
      />
      <TextField
        name="next"
        label={words.newPassword}
        help={words.passwordRule}
        type="password"
        autoComplete="new-password"
        fault={faults.next}
        isRequired
      />
      <label>
        <input type="checkbox" name="endConnected" /> {words.endConnected}
      </label>
      {change.isError && !faults.current && !faults.next ? (
        <Failure error={change.error} onAgain={() => form.current?.requestSubmit()} />
      ) : null}
      <div role="status">{change.isSuccess ? <p className="notice">{words.changed}</p> : null}</div>
      <div>
        <Button type="submit" isPending={change.isPending}>
          {words.change}
        </Button>
      </div>
    </form>
  );
}

/** The sentences of the server about each field. */
function faultsOf(error: unknown): { readonly current?: string | undefined; readonly next?: string | undefined } {
  if (!(error instanceof OrreryError)) return {};
  if (error.code === 'auth.wrong-password') return { current: error.message };
  return { next: [...error.messagesOf('password'), ...error.messagesOf('newPassword')][0] };
}
