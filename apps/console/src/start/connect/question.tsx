import type { ConnectQuestion } from '@orrery/contract';
import { useState } from 'react';
import { connectWords as words } from '../../words/applications/connect-words.ts';
import { DeploymentChoice } from './deployment-choice.tsx';
import { useAlive } from './use-alive.ts';

export interface Decision {
  readonly isAllowed: boolean;
  /** `null`: all, later ones too. */
  readonly deploymentIds: number[] | null;
}

interface QuestionProps {
  readonly question: ConnectQuestion;
  readonly isBusy: boolean;
  onDecide(decision: Decision): void;
  onOther(): void;
}

const ofThisMachine = /^(?:127\.0\.0\.1|\[::1\]|localhost|[^/]+:)$/;

/**
 * Shows who asks, where the answer goes, what the application may do, and as which person. Its name is a text of strangers: a
 * person can judge the host, so that is the largest.
 */
export function Question({ question, isBusy, onDecide, onOther }: QuestionProps) {
  const { client, redirectHost, scopes, user, deployments, resource } = question;
  const [deploymentIds, setDeploymentIds] = useState<number[] | null>(null);
  const isAlive = useAlive();
  const isChosen = deploymentIds === null || deploymentIds.length > 0;
  const decide = (isAllowed: boolean) => () => {
    if (isAlive && !isBusy && (isChosen || !isAllowed)) onDecide({ isAllowed, deploymentIds });
  };
  return (
    <div className="connect">
      <p>{words.asks(client.name)}</p>
      <div>
        <p className="about">{words.answerGoesTo}</p>
        <p className="host">{redirectHost}</p>
        {ofThisMachine.test(redirectHost) ? <p className="about">{words.ofThisMachine}</p> : null}
      </div>
      {client.isVerified ? null : <p className="notice warning">{words.notVerified}</p>}
      <section>
        <h2>{words.may}</h2>
        <ul>
          {scopes.map((scope) => (
            <li key={scope}>{words[scope]}</li>
          ))}
        </ul>
        {resource === null ? null : <p className="about">{words.onlyAt(resource)}</p>}
      </section>
      <section>
        <h2>{words.asWhom}</h2>
        <p>{user.displayName === user.username ? user.username : words.person(user.displayName, user.username)}</p>
        <button className="button quiet other" type="button" onClick={onOther}>
          {words.notYou}
        </button>
      </section>
      <DeploymentChoice deployments={deployments} chosen={deploymentIds} onChoose={setDeploymentIds} />
      <div className="answers">
        <button className="button" type="button" aria-disabled={!isAlive || isBusy} onClick={decide(false)}>
          {words.deny}
        </button>
        <button className="button" type="button" aria-disabled={!isAlive || isBusy || !isChosen} onClick={decide(true)}>
          {words.allow}
        </button>
      </div>
    </div>
  );
}
