import { useQuery } from '@tanstack/react-query';
import { answerQueries } from '../../api/answer-queries.ts';
import type { DataIdentity } from '../../api/data.ts';
import { Choice } from '../../controls/choice.tsx';
import type { QueryableMember } from '../../model/views.ts';
import { workbookWords as words } from '../../words/workbook-words.ts';
import { grainsOf, possibleGrainsOf } from './control-settings.ts';

interface GrainSettingsProps {
  readonly asker: DataIdentity;
  readonly config: Readonly<Record<string, unknown>>;
  readonly member: QueryableMember;
  readonly onSet: (change: Readonly<Record<string, unknown>>) => void;
}

const none = 'as each chart';

/** The granularities that a control offers, and the one that it starts with. */
export function GrainSettings({ asker, config, member, onSet }: GrainSettingsProps) {
  const isInstant = useIsInstant(asker, member.name);
  const usual = grainsOf(member);
  const given = Array.isArray(config['allowed']) ? config['allowed'].map(String) : [];
  const allowed = given.length > 0 ? given : usual;
  // A choice that was made before stays visible.
  const offered = [...new Set([...possibleGrainsOf(member, isInstant), ...given])];
  const toggle = (grain: string, isOn: boolean) => {
    const next = offered.filter((each) => (each === grain ? isOn : allowed.includes(each)));
    const isUsual = next.length === usual.length && next.every((each) => usual.includes(each));
    onSet({ allowed: next.length === 0 || isUsual ? undefined : next });
  };
  return (
    <>
      <fieldset>
        <legend>{words.allowed}</legend>
        {offered.map((grain) => (
          <label key={grain} className="check">
            <input
              type="checkbox"
              checked={allowed.includes(grain)}
              onChange={({ target }) => toggle(grain, target.checked)}
            />
            {grain}
          </label>
        ))}
      </fieldset>
      <Choice
        label={words.defaultGrain}
        value={typeof config['default'] === 'string' ? config['default'] : none}
        sections={[
          { title: '', options: [{ id: none, title: words.ofChart }, ...allowed.map((id) => ({ id, title: id }))] },
        ]}
        onChange={(id) => onSet({ default: id === none ? undefined : id })}
      />
    </>
  );
}

/** Whether the data source stores a time of day with a time. Until that is known, and where nothing tells, it does not. */
function useIsInstant(asker: DataIdentity, member: string): boolean {
  const { data } = useQuery({
    ...answerQueries.explanation(asker, { dimensions: [`${member}.day`] }),
    staleTime: 300_000,
  });
  const found = data?.members.find(({ name }) => name === member);
  return found !== undefined && found.storedAs === undefined;
}
