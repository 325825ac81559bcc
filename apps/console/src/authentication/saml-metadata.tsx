import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../controls/button.tsx';
import { TextArea } from '../controls/text-area.tsx';
import { samlWords as words } from '../words/authentication/saml-words.ts';
import { Problems } from '../controls/problems.tsx';
import { fieldLabels } from './field-labels.ts';
import { type SamlMetadataRead, readMetadata } from './sign-in-api.ts';

/** Reads the metadata document of a provider: from a file, or from its address or text. */
export function SamlMetadata({ onRead }: { readonly onRead: (read: SamlMetadataRead) => void }) {
  const [typed, setTyped] = useState('');
  const reading = useMutation({
    mutationFn: (text: string) => {
      const given = text.trim();
      return readMetadata(/^https?:\/\//i.test(given) ? { url: given } : { metadata: given });
    },
    onSuccess: onRead,
  });
  const readFile = async (file: File | undefined) => {
    if (file) reading.mutate(await file.text());
  };
  return (
    <fieldset className="metadata">
      <legend>{words.metadata}</legend>
      <label className="field">
        <span>{words.metadataFile}</span>
        <input
          type="file"
          accept=".xml,text/xml,application/xml,application/samlmetadata+xml"
          onChange={({ target }) => void readFile(target.files?.[0])}
        />
      </label>
      <TextArea label={words.metadataText} value={typed} onChange={setTyped} />
      <Button
        onPress={() => {
          if (typed.trim() !== '' && !reading.isPending) reading.mutate(typed);
        }}
      >
        {words.read}
      </Button>
      <Problems error={reading.error} labels={fieldLabels} />
      <div role="status">
        {reading.data ? <p className="notice">{words.wasRead(reading.data.settings.entityId)}</p> : null}
        {reading.data?.warnings.map((warning) => (
          <p key={warning} className="notice warning">
            {warning}
          </p>
        ))}
      </div>
    </fieldset>
  );
}
