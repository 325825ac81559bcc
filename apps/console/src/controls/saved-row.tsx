import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { messageOf } from '../api/message-of.ts';
import { Button } from './button.tsx';
import { FormActions } from './form-actions.tsx';

interface SavedRowProps {
  readonly name: string;
  readonly words: {
    readonly edit: string;
    editOf(name: string): string;
    readonly delete: string;
    deleteOf(name: string): string;
    /** Explains the effect of deleting on users of the item. */
    deleteHelp(name: string): string;
  };
  /** Content next to the name. */
  readonly children?: ReactNode;
  /** Form in which the thing is changed. */
  readonly formOf: (close: () => void) => ReactNode;
  readonly onDelete: () => Promise<unknown>;
  readonly onDeleted: () => void;
}

/** A thing that the account has saved under a name. It is changed and deleted in its place. */
export function SavedRow({ name, words, children, formOf, onDelete, onDeleted }: SavedRowProps) {
  const [asked, setAsked] = useState<'edit' | 'delete'>();
  const form = useRef<HTMLFormElement>(null);
  const row = useRef<HTMLLIElement>(null);
  const deletion = useMutation({ mutationFn: onDelete, onSuccess: onDeleted });
  useEffect(() => {
    if (asked === 'delete') form.current?.querySelector('button')?.focus();
  }, [asked]);
  const close = () => {
    setAsked(undefined);
    deletion.reset();
    row.current?.focus();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!deletion.isPending) deletion.mutate();
  };
  return (
    <li ref={row} tabIndex={-1} aria-label={name}>
      <strong>{name}</strong>
      {children}
      {asked ? null : (
        <>
          <Button aria-label={words.editOf(name)} onPress={() => setAsked('edit')}>
            {words.edit}
          </Button>
          <Button aria-label={words.deleteOf(name)} onPress={() => setAsked('delete')}>
            {words.delete}
          </Button>
        </>
      )}
      {asked === 'edit' ? formOf(close) : null}
      {asked === 'delete' ? (
        <form ref={form} onSubmit={submit}>
          <p>{words.deleteHelp(name)}</p>
          <div role="alert">
            {deletion.error ? <p className="notice negative">{messageOf(deletion.error)}</p> : null}
          </div>
          <FormActions action={words.deleteOf(name)} onCancel={close} />
        </form>
      ) : null}
    </li>
  );
}
