import type { Preferences } from '@orrery/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { Label, Radio, RadioGroup, Switch } from 'react-aria-components';
import { queries } from '../api/queries.ts';
import { facts } from '../page/facts.ts';
import { Failure } from '../shell/failure.tsx';
import { PageBar } from '../shell/page-bar.tsx';
import { usePreferenceChange } from '../shell/use-preferences.ts';
import { Waiting } from '../shell/waiting.tsx';
import '../style/preferences.css';
import { preferencesWords as words } from '../words/preferences-words.ts';
import { PasswordForm } from './password-form.tsx';

const ManagePalettes = lazy(async () => ({
  default: (await import('../explore/index.ts')).ManagePalettes,
}));

const SqlTools = lazy(async () => ({ default: (await import('./sql-tools.tsx')).SqlTools }));

const ConnectedApplications = lazy(async () => ({
  default: (await import('./connected-applications.tsx')).ConnectedApplications,
}));

/** Settings that people choose for themselves, on every device. */
export function PreferencesPage() {
  const preferences = useQuery(queries.preferences);
  return (
    <>
      <PageBar title={words.title} />
      <div className="page preferences">
        {preferences.isPending ? <Waiting what={words.title} height={420} /> : null}
        {preferences.isError ? <Failure error={preferences.error} onAgain={() => void preferences.refetch()} /> : null}
        {preferences.data ? <Choices preferences={preferences.data} /> : null}
      </div>
    </>
  );
}

const themes = [
  ['system', words.system],
  ['light', words.light],
  ['dark', words.dark],
] as const;

function Choices({ preferences }: { readonly preferences: Preferences }) {
  const change = usePreferenceChange();
  const mayManagePalettes = useQuery(queries.person).data?.rights.includes('ChartPalettesManage') === true;
  const choose = (name: 'sidebarDrawer' | 'pointerCursors' | 'alternatingRows' | 'singleKeys') => ({
    isOn: preferences[name],
    onChange: (isOn: boolean) => change.mutate({ [name]: isOn }),
  });
  return (
    <>
      <div role="alert">
        {change.isError ? <Failure error={change.error} onAgain={() => change.mutate(change.variables)} /> : null}
      </div>
      <Section title={words.appearance}>
        <RadioGroup
          className="radios"
          value={preferences.theme}
          onChange={(theme) => change.mutate({ theme: theme as Preferences['theme'] })} // one of those above
        >
          <Label>{words.theme}</Label>
          <div className="choices">
            {themes.map(([value, label]) => (
              <Radio key={value} value={value} className="radio">
                {label}
              </Radio>
            ))}
          </div>
        </RadioGroup>
        <Choice {...choose('sidebarDrawer')} label={words.sidebarDrawer} help={words.sidebarDrawerHelp} />
        <Choice {...choose('pointerCursors')} label={words.pointerCursors} />
        <Choice {...choose('alternatingRows')} label={words.alternatingRows} />
      </Section>
      <Section title={words.keyboard}>
        <Choice {...choose('singleKeys')} label={words.singleKeys} help={words.singleKeysHelp} />
      </Section>
      <Section title={words.password}>
        <PasswordForm />
      </Section>
      <Section title={words.applications}>
        <p className="help">{words.applicationsHelp}</p>
        <Suspense fallback={null}>
          <ConnectedApplications />
        </Suspense>
      </Section>
      {facts.sqlPort ? (
        <Section title={words.sqlTools}>
          <Suspense fallback={null}>
            <SqlTools opened={facts.sqlPort} />
          </Suspense>
        </Section>
      ) : null}
      {mayManagePalettes ? (
        <Section title={words.palettes}>
          <p className="help">{words.palettesHelp}</p>
          <Suspense fallback={null}>
            <ManagePalettes />
          </Suspense>
        </Section>
      ) : null}
    </>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

interface PreferenceProps {
  readonly label: string;
  readonly help?: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function Choice({ label, help, isOn, onChange }: PreferenceProps) {
  return (
    <Switch className="switch" isSelected={isOn} onChange={onChange}>
      <span className="track" aria-hidden="true" />
      <span>
        {label}
        {help === undefined ? null : <span className="help">{help}</span>}
      </span>
    </Switch>
  );
}
