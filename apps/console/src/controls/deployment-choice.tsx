import { connectWords as words } from '../words/applications/connect-words.ts';

interface DeploymentChoiceProps {
  readonly deployments: readonly { readonly id: number; readonly name: string }[];
  /** `null`: all, later ones too. */
  readonly chosen: readonly number[] | null;
  /** The words for all. */
  readonly all: string;
  onChoose(chosen: number[] | null): void;
}

/** The deployments that an application reaches. Chosen ones that are not among those that are offered stay. */
export function DeploymentChoice({ deployments, chosen, all, onChoose }: DeploymentChoiceProps) {
  const change = (id: number, isChosen: boolean) => {
    const others = (chosen ?? []).filter((each) => each !== id);
    onChoose((isChosen ? [...others, id] : others).toSorted((one, other) => one - other));
  };
  return (
    <fieldset>
      <legend>{words.deployments}</legend>
      <label>
        <input type="radio" name="reach" checked={chosen === null} onChange={() => onChoose(null)} />
        {all}
      </label>
      <label>
        <input type="radio" name="reach" checked={chosen !== null} onChange={() => onChoose([])} />
        {words.some}
      </label>
      {chosen === null ? null : (
        <div className="of-these">
          {deployments.map(({ id, name }) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={(event) => change(id, event.currentTarget.checked)}
              />
              {name}
            </label>
          ))}
        </div>
      )}
    </fieldset>
  );
}
