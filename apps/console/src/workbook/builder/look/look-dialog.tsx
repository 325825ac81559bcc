import { themeOver } from '@orrery/charts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { contentQueries } from '../../../api/content-queries.ts';
import { messageOf } from '../../../api/message-of.ts';
import { platform } from '../../../api/platform.ts';
import { queries } from '../../../api/queries.ts';
import { Button } from '../../../controls/button.tsx';
import { Choice } from '../../../controls/choice.tsx';
import { Dialog } from '../../../controls/dialog.tsx';
import { TextField } from '../../../controls/text-field.tsx';
import { isSame } from '../../../model/is-same.ts';
import { facts } from '../../../page/facts.ts';
import { Failure } from '../../../shell/failure.tsx';
import { Waiting } from '../../../shell/waiting.tsx';
import { lookWords as words } from '../../../words/look-words.ts';
import { themeWords } from '../../../words/theme-words.ts';
import { workbookWords } from '../../../words/workbook-words.ts';
import { ManageThemes } from './manage-themes.tsx';
import { hasFaults, LookFields, textIn, typedOf } from './look-fields.tsx';
import { lookOf, type SavedTheme, savedThemeOf, settingsAs, themeOn, type ThemeInDraft } from './saved-theme.ts';

interface LookDialogProps {
  readonly theme: ThemeInDraft;
  /** @param theme `undefined`: the look of the application */
  readonly onApply: (theme: ThemeInDraft) => void;
  readonly onClose: () => void;
}

/** The look of a dashboard: a theme of the account, and settings of its own on top of it. */
export function LookDialog({ theme, onApply, onClose }: LookDialogProps) {
  const isOfAccount = facts.app === undefined;
  const { data, error, refetch } = useQuery({ ...contentQueries.dashboardThemes, enabled: isOfAccount });
  const themes = isOfAccount ? data : none;
  const [isManaging, setManaging] = useState(false);
  return (
    <Dialog title={isManaging ? themeWords.title : words.title} isOpen onClose={onClose}>
      {themes ? (
        <LookForm {...{ theme, themes, isManaging, onApply, onClose }} onManaging={setManaging} />
      ) : error ? (
        <Failure error={error} onAgain={() => void refetch()} />
      ) : (
        <Waiting what={themeWords.title} />
      )}
    </Dialog>
  );
}

interface LookFormProps extends LookDialogProps {
  readonly themes: readonly SavedTheme[];
  readonly isManaging: boolean;
  readonly onManaging: (isManaging: boolean) => void;
}

const none: readonly SavedTheme[] = [];
const builtIn = 'built-in';

class ThemeChanged extends Error {}

function LookForm({ theme, themes, isManaging, onManaging, onApply, onClose }: LookFormProps) {
  const [chosen, setChosen] = useState(theme?.themeId ?? undefined);
  /** The theme as it was when the user chose it: the fields keep its settings, even if another user saves it in the meantime. */
  const [saved, setSaved] = useState(() => savedThemeOf(theme, themes));
  const [typed, setTyped] = useState(() => typedOf(lookOf(theme, themes)));
  const [isChecked, setChecked] = useState(false);
  const mayManage = useQuery(queries.person).data?.rights.includes('DashboardThemesManage') === true;
  const client = useQueryClient();
  const textOf = textIn(typed);
  const save = useMutation({
    mutationFn: async (name: string | undefined) => {
      const body = { theme: settingsAs(themeOver(saved?.theme, theme), textOf) };
      if (name !== undefined) return platform.createDashboardTheme({ body: { name, ...body } });
      if (!saved) throw new Error('the built-in theme is not saved');
      const stored = await client.fetchQuery(contentQueries.dashboardThemes);
      if (!isSame(stored.find(({ id }) => id === saved.id)?.theme, saved.theme)) throw new ThemeChanged();
      return platform.updateDashboardTheme({ path: { id: saved.id }, body });
    },
    onSuccess: async ({ id }) => {
      await client.invalidateQueries(contentQueries.dashboardThemes);
      onApply({ themeId: String(id) });
    },
  });
  const isSound = () => {
    setChecked(true);
    return !hasFaults(typed);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSound()) onApply(themeOn(chosen, saved, theme, textOf));
  };
  const saveAsNew = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    if (isSound() && !save.isPending) save.mutate(name);
  };
  const choose = (id: string) => {
    const next = savedThemeOf({ themeId: id }, themes);
    setChosen(id === builtIn ? undefined : id);
    setSaved(next);
    setTyped(typedOf(next?.theme));
  };
  if (isManaging) return <ManageThemes themes={themes} onBack={() => onManaging(false)} />;
  const current = themes.find(({ id }) => String(id) === chosen);
  const deleted = chosen === undefined || current ? [] : [{ id: chosen, title: words.deletedTheme }];
  return (
    <>
      <form onSubmit={submit} className="look-form" id="look">
        <p className="help">{words.help}</p>
        {facts.app ? null : (
          <Choice
            label={words.theme}
            value={chosen ?? builtIn}
            sections={[
              {
                title: '',
                options: [
                  { id: builtIn, title: words.builtIn },
                  ...deleted,
                  ...themes.map(({ id, name }) => ({ id: String(id), title: name })),
                ],
              },
            ]}
            onChange={choose}
          />
        )}
        <LookFields typed={typed} saved={saved} isChecked={isChecked} onType={setTyped} />
      </form>
      {mayManage ? (
        <form onSubmit={saveAsNew} className="look-themes">
          <TextField name="name" label={words.newTheme} maxLength={255} isRequired />
          <Button type="submit">{words.saveAsNew}</Button>
          {saved && current ? (
            <Button onPress={() => isSound() && !save.isPending && save.mutate(undefined)}>
              {words.saveTheme(current.name)}
            </Button>
          ) : null}
          <Button onPress={() => onManaging(true)}>{words.manageThemes}</Button>
          <p className="help">{words.savingHelp}</p>
        </form>
      ) : null}
      <div role="alert">{save.error ? <p className="notice negative">{faultOf(save.error)}</p> : null}</div>
      <div className="actions">
        <Button onPress={() => onApply(undefined)}>{words.reset}</Button>
        <Button onPress={onClose}>{workbookWords.cancel}</Button>
        <Button look="primary" type="submit" form="look">
          {workbookWords.apply}
        </Button>
      </div>
    </>
  );
}

const faultOf = (error: unknown) => (error instanceof ThemeChanged ? words.themeChanged : messageOf(error));
