import type { ConnectQuestion } from '@orrery/contract';
import { type ReactNode, useState } from 'react';
import { DeploymentChoice } from '../../controls/deployment-choice.tsx';
import { connectWords as words } from '../../words/applications/connect-words.ts';
import { useAlive } from './use-alive.ts';

export interface Decision {
  readonly isAllowed: boolean;
  /** `null`: all, later ones too. */
  readonly deploymentIds: number[] | null;
}

interface QuestionProps {
  readonly question: Pick<ConnectQuestion, 'client' | 'scopes' | 'user' | 'deployments' | 'resource'>;
  readonly isBusy: boolean;
  /** Tells how a person recognises the request, since its name is a text of strangers. */
  readonly children: ReactNode;
  onDecide(decision: Decision): void;
  onOther(): void;
}

const ofThisMachine = /^(?:127\.0\.0\.1|\[::1\]|localhost|[^/]+:)$/;

/** Shows where the answer of the person goes: the host can be judged, so that is the largest. */
export function AnswerGoesTo({ redirectHost }: Pick<ConnectQuestion, 'redirectHost'>) {
  return (
    <div>
      <p className="about">{words.answerGoesTo}</p>
      <p className="host">{redirectHost}</p>
      {ofThisMachine.test(redirectHost) ? <p className="about">{words.ofThisMachine}</p> : null}
    </div>
  );
}

/** Shows who asks, what the application may do, and as which person. */
export function Question({ question, isBusy, children, onDecide, onOther }: QuestionProps) {
  const { client, scopes, user, deployments, resource } = question;
  const [deploymentIds, setDeploymentIds] = useState<number[] | null>(null);
  const isAlive = useAlive();
  const isChosen = deploymentIds === null || deploymentIds.length > 0;
  const decide = (isAllowed: boolean) => () => {
    if (isAlive && !isBusy && (isChosen || !isAllowed))
      onDecide({ isAllowed, deploymentIds: isAllowed ? deploymentIds : null });
  };
  return (
    <div className="connect">
      <p>{words.asks(client.name)}</p>
      {client.host === null ? null : (
        <div>
          <p className="about">{words.describedBy}</p>
          <p className="host">{client.host}</p>
        </div>
      )}
      {children}
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
      {deployments.length > 1 ? (
        <DeploymentChoice
          deployments={deployments}
          chosen={deploymentIds}
          all={words.all}
          onChoose={setDeploymentIds}
        />
      ) : (
        <section>
          <h2>{words.deployments}</h2>
          <p>{deployments[0]?.name ?? words.noDeployment}</p>
        </section>
      )}
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
