import type { MapStyle } from '@orrery/charts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/message-of.ts';
import { platform } from '../../api/platform.ts';
import { Button } from '../../controls/button.tsx';
import { TextField } from '../../controls/text-field.tsx';
import { mapWords as words } from '../../words/chart-words.ts';
import type { Changed } from './settings.ts';

interface GeojsonAddressProps {
  readonly map: MapStyle;
  readonly onSet: (changed: Changed<MapStyle>) => void;
}

/** The address that the server fetches GeoJSON from, once. The map keeps what it got. */
export function GeojsonAddress({ map, onSet }: GeojsonAddressProps) {
  const [typed, setTyped] = useState<string>();
  const url = (typed ?? map.geojsonUrl ?? '').trim();
  const fetching = useMutation({
    mutationFn: (address: string) => platform.fetchMapShapes({ body: { url: address } }),
    onSuccess: ({ geojson }, address) => {
      setTyped(undefined);
      // Names of other shapes stand in other properties; those of the same address stay.
      const property = address === map.geojsonUrl ? map.property : undefined;
      onSet({ geojson, geojsonUrl: address, property });
    },
  });
  const start = () => {
    if (url !== '' && !fetching.isPending) fetching.mutate(url);
  };
  return (
    <>
      <TextField
        label={words.address}
        help={words.addressHelp}
        value={typed ?? map.geojsonUrl ?? ''}
        onChange={setTyped}
        maxLength={2_000}
        onKeyDown={(event) => {
          if (event.key === 'Enter') start();
        }}
      />
      <Button onPress={start} isDisabled={url === ''}>
        {fetching.isPending ? words.fetching : url === map.geojsonUrl ? words.fetchAgain : words.fetch}
      </Button>
      <div role="alert">{fetching.error ? <p className="notice negative">{messageOf(fetching.error)}</p> : null}</div>
    </>
  );
}
