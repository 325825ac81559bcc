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
import { facts } from '../../../page/facts.ts';
import { lookWords as words } from '../../../words/look-words.ts';
import { themeWords } from '../../../words/theme-words.ts';
import { workbookWords } from '../../../words/workbook-words.ts';
import type { Draft } from '../draft.ts';
import { ManageThemes } from './manage-themes.tsx';
import { hasFaults, LookFields, textIn, typedOf } from './look-fields.tsx';
import { lookOf, type SavedTheme, savedThemeOf, settingsAs, themeOn } from './saved-theme.ts';

type Theme = Draft['theme'];

interface LookDialogProps {
  readonly theme: Theme;
  readonly themes: readonly SavedTheme[];
  /** @param theme `undefined`: the look of the application */
  readonly onApply: (theme: Theme) => void;
  readonly onClose: () => void;
}

const builtIn = 'built-in';

/** The look of a dashboard: a theme of the account, and settings of its own on top of it. */
export function LookDialog({ theme, themes, onApply, onClose }: LookDialogProps) {
  const [chosen, setChosen] = useState(theme?.themeId ?? builtIn);
  const saved = savedThemeOf({ themeId: chosen }, themes);
  const [isManaging, setManaging] = useState(false);
  const [typed, setTyped] = useState(() => typedOf(lookOf(theme, themes)));
  const [isChecked, setChecked] = useState(false);
  const mayManage = useQuery(queries.person).data?.rights.includes('DashboardThemesManage') === true;
  const client = useQueryClient();
  const textOf = textIn(typed);
  const save = useMutation({
    mutationFn: (name: string | undefined) => {
      const body = { theme: settingsAs(lookOf({ ...theme, themeId: chosen }, themes), textOf) };
      if (name !== undefined) return platform.createDashboardTheme({ body: { name, ...body } });
      if (!saved) throw new Error('the built-in theme is not saved');
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
    if (isSound()) onApply(themeOn(saved, theme, textOf));
  };
  const saveAsNew = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    if (isSound() && !save.isPending) save.mutate(name);
  };
  const choose = (id: string) => {
    setChosen(id);
    setTyped(typedOf(savedThemeOf({ themeId: id }, themes)?.theme));
  };
  if (isManaging) {
    return (
      <Dialog title={themeWords.title} isOpen onClose={onClose}>
        <ManageThemes themes={themes} onBack={() => setManaging(false)} />
      </Dialog>
    );
  }
  return (
    <Dialog title={words.title} isOpen onClose={onClose}>
      <form onSubmit={submit} className="look-form" id="look">
        <p className="help">{words.help}</p>
        {facts.app ? null : (
          <Choice
            label={words.theme}
            value={saved ? String(saved.id) : builtIn}
            sections={[
              {
                title: '',
                options: [
                  { id: builtIn, title: words.builtIn },
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
          {saved ? (
            <Button onPress={() => isSound() && !save.isPending && save.mutate(undefined)}>
              {words.saveTheme(saved.name)}
            </Button>
          ) : null}
          <Button onPress={() => setManaging(true)}>{words.manageThemes}</Button>
          <p className="help">{words.savingHelp}</p>
        </form>
      ) : null}
      <div role="alert">{save.error ? <p className="notice negative">{messageOf(save.error)}</p> : null}</div>
      <div className="actions">
        <Button onPress={() => onApply(undefined)}>{words.reset}</Button>
        <Button onPress={onClose}>{workbookWords.cancel}</Button>
        <Button look="primary" type="submit" form="look">
          {workbookWords.apply}
        </Button>
      </div>
    </Dialog>
  );
}
