import type { MadeClient } from '../api/account-clients.ts';
import { Button } from '../controls/button.tsx';
import { CodeBlock } from '../controls/code-block.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { adminWords as words } from '../words/applications/admin-words.ts';

interface SecretDialogProps {
  readonly made: MadeClient;
  onClose(): void;
}

/** The id and the secret of an application, the only time that they are shown together. */
export function SecretDialog({ made: { name, clientId, clientSecret }, onClose }: SecretDialogProps) {
  return (
    <Dialog title={clientSecret === null ? name : words.secretOf(name)} isOpen>
      <div className="client-form">
        <CodeBlock label={words.clientId} text={clientId} />
        {clientSecret === null ? null : (
          <>
            <CodeBlock label={words.clientSecret} text={clientSecret} />
            <p className="help">{words.secretHelp}</p>
          </>
        )}
        <div>
          <Button look="primary" onPress={onClose}>
            {words.done}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
