import type { Query } from '@orrery/client/data';
import { type FormEvent, useState } from 'react';
import { FieldError, Label, Text, TextArea, TextField as AriaTextField } from 'react-aria-components';
import { Dialog } from '../../controls/dialog.tsx';
import { TextField } from '../../controls/text-field.tsx';
import type { CalculatedField } from '../../model/calculated-fields.ts';
import { obstacleOf } from '../../model/field-obstacle.ts';
import { calculationSql, isInGroups } from '../../model/calculation-sql.ts';
import { calculationWords as words } from '../../words/calculation-words.ts';
import { FormActions } from '../../controls/form-actions.tsx';

interface FieldDialogProps {
  readonly field: CalculatedField;
  readonly query: Query;
  /** Meaning of the field, in words. */
  readonly about: string;
  readonly obstacle: string | undefined;
  /** Names of the other columns. */
  readonly taken: ReadonlySet<string>;
  readonly onUpdate: (field: CalculatedField) => void;
  readonly onClose: () => void;
}

/** Renames a calculated field and changes its SQL. One of ours stays one of ours while its SQL is as it was. */
export function FieldDialog({ field, query, about, obstacle, taken, onUpdate, onClose }: FieldDialogProps) {
  const written =
    obstacleOf(field, query) !== undefined || isInGroups(field) ? undefined : calculationSql(field, query);
  const isWritten = written !== undefined;
  const [name, setName] = useState(field.name);
  const [sql, setSql] = useState(written ?? '');
  const [isTried, setTried] = useState(false);
  const wanted = name.trim();
  const nameFault = wanted === '' ? words.noName : taken.has(wanted) ? words.nameTaken : undefined;
  const sqlFault = sql.trim() === '' && isWritten ? words.noSql : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (nameFault !== undefined || sqlFault !== undefined) return;
    const isSame = sql.trim() === (written ?? '').trim();
    onUpdate(isSame ? { ...field, name: wanted } : { name: wanted, sql: sql.trim() });
  };
  return (
    <Dialog title={words.editOf(field.name)} isOpen onClose={onClose}>
      <form onSubmit={submit}>
        <p className="help">{obstacle ?? about}</p>
        <TextField
          label={words.name}
          value={name}
          onChange={setName}
          maxLength={200}
          fault={isTried ? nameFault : undefined}
          autoFocus
        />
        {isWritten ? (
          <AriaTextField
            className="field code-block"
            value={sql}
            onChange={setSql}
            isInvalid={isTried && sqlFault !== undefined}
          >
            <Label>{words.sql}</Label>
            <TextArea rows={5} maxLength={10_000} spellCheck={false} autoCapitalize="off" />
            <Text slot="description" className="help">
              {words.sqlHelp}
            </Text>
            <FieldError className="fault">{sqlFault}</FieldError>
          </AriaTextField>
        ) : null}
        <FormActions action={words.update} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
