import { OrreryError } from '@orrery/client';
import { Answer } from '@orrery/embed';
import { type ReactNode, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { TextField } from '../controls/text-field.tsx';
import { addressOf } from '../page/addresses.ts';
import { Avatar } from '../shell/avatar.tsx';
import { Failure } from '../shell/failure.tsx';
import { PageBar } from '../shell/page-bar.tsx';
import { useIsDark } from '../shell/theme.ts';
import { Waiting } from '../shell/waiting.tsx';
import '../style/home.css';
import { columns, hostile, shapes } from './example-rows.ts';

/** Every component in every state, for developers who change one. Its texts are in no catalogue. */
export function ComponentsPage() {
  const isDark = useIsDark();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <PageBar title="Components" />
      <div className="page home">
        <Group title="Buttons">
          <Button look="primary">Primary</Button>
          <Button>Usual</Button>
          <Button look="quiet">Quiet</Button>
          <Button isDisabled>Disabled</Button>
          <Button look="primary" isPending>
            Pending
          </Button>
        </Group>
        <Group title="Fields">
          <TextField label="Empty" />
          <TextField label="With help" help="What this is for" defaultValue={hostile} />
          <TextField label="With a fault" fault="There is no such field" defaultValue="amout" />
        </Group>
        <Group title="People">
          <Avatar name="Ann Smith" picture={null} />
          <Avatar name="مرحبا" picture={null} />
          <Avatar name="?" picture="data:image/png,none" />
        </Group>
        <Group title="Dialogs">
          <Button onPress={() => setOpen(true)}>Open</Button>
          <Dialog title={hostile} isOpen={isOpen} onClose={() => setOpen(false)}>
            <p>Esc closes it.</p>
          </Dialog>
        </Group>
        <Group title="Waiting">
          <Waiting what="the example" />
        </Group>
        <Group title="Failures">
          <Failure error={new Error('ours')} onAgain={() => undefined} />
          <Failure error={new OrreryError('away', { code: 'client.network' })} onAgain={() => undefined} />
          <Failure
            error={new OrreryError("'amout' not found for path 'sales.amout'", { status: 400, code: 'query' })}
            onAgain={() => undefined}
          />
        </Group>
        {shapes.map(({ name, rows }) => (
          <Group key={name} title={`Answers: ${name}`}>
            {(['kpi', 'table', undefined] as const).map((kind) => (
              <div key={kind ?? 'chart'} className="card">
                <Answer
                  {...{ columns, rows, isDark, kind }}
                  title={name}
                  contentAddress={addressOf('/embed/sandbox')}
                />
              </div>
            ))}
          </Group>
        ))}
      </div>
    </>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
