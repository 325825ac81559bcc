import type { MetaCube } from '@orrery/client/data';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { homeWords as words } from '../words/home-words.ts';

interface StartFromProps {
  readonly views: readonly MetaCube[];
  readonly shown: MetaCube | undefined;
  readonly onView: (name: string) => void;
}

/** The views that can be looked at, with the number of their members. */
export default function StartFrom({ views, shown, onView }: StartFromProps) {
  return (
    <section aria-labelledby="start-from">
      <h2 id="start-from">{words.startFrom}</h2>
      <ToggleButtonGroup
        className="views"
        aria-labelledby="start-from"
        disallowEmptySelection
        selectedKeys={shown ? [shown.name] : []}
        onSelectionChange={([next]) => onView(String(next))}
      >
        {views.map(({ name: id, title, description, measures, dimensions }) => (
          <ToggleButton key={id} id={id} className="view">
            <strong>{title}</strong>
            <span className="count">{words.members(countOf(measures) + countOf(dimensions))}</span>
            {description ? <span className="about">{description}</span> : null}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </section>
  );
}

const countOf = (members: readonly { readonly public: boolean }[]): number =>
  members.filter((each) => each.public).length;
