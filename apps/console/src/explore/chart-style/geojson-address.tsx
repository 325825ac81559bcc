import { type MapStyle, propertiesOf, readShapes } from '@orrery/charts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../api/message-of.ts';
import { platform } from '../../api/platform.ts';
import { Button } from '../../controls/button.tsx';
import { TextField } from '../../controls/text-field.tsx';
import { mapWords as words } from '../../words/chart-words.ts';
import type { Changed } from './settings.ts';
import { useLatest } from './use-latest.ts';

interface GeojsonAddressProps {
  readonly map: MapStyle;
  readonly onSet: (changed: Changed<MapStyle>) => void;
}

/** The address that the server fetches GeoJSON from, once. The map keeps what it got, and not the address. */
export function GeojsonAddress({ map, onSet }: GeojsonAddressProps) {
  const [typed, setTyped] = useState('');
  const url = typed.trim();
  const latest = useLatest({ map, onSet });
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  const fetching = useMutation({
    mutationFn: (address: string) => {
      leaving.current = new AbortController();
      return platform.fetchMapShapes({ body: { url: address } }, { signal: leaving.current.signal });
    },
  });
  const start = () => {
    if (url === '' || fetching.isPending) return;
    // Called for a field that is still there, unlike `onSuccess` of the mutation.
    fetching.mutate(url, {
      onSuccess: ({ geojson }) => {
        const { property } = latest.current.map;
        latest.current.onSet({ geojson, property: hasProperty(geojson, property) ? property : undefined });
      },
    });
  };
  const stop = () => {
    fetching.reset();
    leaving.current?.abort();
  };
  const isFetched = fetching.isSuccess && fetching.variables === url;
  return (
    <>
      <TextField
        label={words.address}
        help={words.addressHelp}
        value={typed}
        onChange={setTyped}
        maxLength={2_000}
        onKeyDown={(event) => {
          if (event.key === 'Enter') start();
        }}
      />
      {fetching.isPending ? (
        <Button onPress={stop}>{words.stopFetching}</Button>
      ) : (
        <Button onPress={start} isDisabled={url === ''}>
          {isFetched ? words.fetchAgain : words.fetch}
        </Button>
      )}
      <div role="status" className="help">
        {fetching.isPending ? words.fetching : isFetched ? words.fetched : null}
      </div>
      <div role="alert">{fetching.error ? <p className="notice negative">{messageOf(fetching.error)}</p> : null}</div>
    </>
  );
}

/** Names of other shapes may stand in other properties. */
function hasProperty(geojson: string, property: string | undefined): boolean {
  const read = readShapes(geojson);
  return property !== undefined && read.ok && propertiesOf(read.shapes).includes(property);
}
