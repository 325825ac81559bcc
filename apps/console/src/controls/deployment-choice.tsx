import type { ConnectQuestion } from '@orrery/contract';
import { connectWords as words } from '../../words/applications/connect-words.ts';

interface DeploymentChoiceProps {
  readonly deployments: ConnectQuestion['deployments'];
  /** `null`: all, later ones too. */
  readonly chosen: readonly number[] | null;
  onChoose(chosen: number[] | null): void;
}

/** The deployments that the application reaches, where there is more than one. */
export function DeploymentChoice({ deployments, chosen, onChoose }: DeploymentChoiceProps) {
  const [only] = deployments;
  if (deployments.length <= 1) {
    return (
      <section>
        <h2>{words.deployments}</h2>
        <p>{only ? only.name : words.noDeployment}</p>
      </section>
    );
  }
  const change = (id: number, isChosen: boolean) =>
    onChoose(deployments.map((each) => each.id).filter((each) => (each === id ? isChosen : chosen?.includes(each))));
  return (
    <fieldset>
      <legend>{words.deployments}</legend>
      <label>
        <input type="radio" name="reach" checked={chosen === null} onChange={() => onChoose(null)} />
        {words.all}
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
