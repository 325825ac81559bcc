import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useEffect, useId, useRef } from 'react';
import { DialogTrigger, Popover } from 'react-aria-components';
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import type { QueryableView } from '../../model/views.ts';
import { exploreWords as words } from '../../words/explore-words.ts';

const ViewSearch = lazy(() => import('./view-search.tsx'));

export interface ViewPickerProps {
  readonly views: readonly QueryableView[];
  readonly view: QueryableView;
  readonly onView: (name: string) => void;
  /** The view was chosen here, so that the focus stays here. */
  readonly isViewChosen: boolean;
}

/** Up to here all are seen at once. */
const fewViews = 12;

/** The view that is explored, and the others: a list, with a search where there are many. */
export function ViewPicker({ views, view, onView, isViewChosen }: ViewPickerProps) {
  const name = useId();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The list that closes gives the focus back to the button of the view before, which is not there any more.
    if (isViewChosen) requestAnimationFrame(() => requestAnimationFrame(() => button.current?.focus()));
  }, [isViewChosen]);
  if (views.length <= fewViews) {
    const toOption = ({ name: id, title, description }: QueryableView) => ({ id, title, about: description });
    const sections = [
      { title: words.views, options: views.filter(({ isCube }) => !isCube).map(toOption) },
      { title: words.cubes, options: views.filter(({ isCube }) => isCube).map(toOption) },
    ].filter(({ options }) => options.length > 0);
    return (
      <Choice
        label={words.view}
        isLabelUnseen
        value={view.name}
        sections={sections}
        onChange={onView}
        autoFocus={isViewChosen}
      />
    );
  }
  return (
    <div className="choice">
      <DialogTrigger>
        <Button aria-labelledby={name} ref={button}>
          <span id={name}>
            {view.title} <span className="unseen">{words.view}</span>
          </span>
          <ChevronDown size={14} strokeWidth={1.5} aria-hidden="true" />
        </Button>
        <Popover className="popover view-search" placement="bottom start">
          <Suspense>
            <ViewSearch views={views} view={view} onView={onView} />
          </Suspense>
        </Popover>
      </DialogTrigger>
    </div>
  );
}
