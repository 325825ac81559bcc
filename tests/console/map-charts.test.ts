import type { ServerResponse } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GeojsonServer, squares } from '../servers/geojson-server.ts';
import { ChartWalk } from './chart-walk.ts';
import { ConsoleService } from './console-service.ts';
import { violationsOf } from './guarded-browser.ts';

let console: ConsoleService;
let walk: ChartWalk;
let page: Page;

beforeAll(async () => {
  console = await ConsoleService.open({}, 'map-project', undefined, { mapNetworks: ['127.0.0.1'] });
  walk = await ChartWalk.open(console);
  page = walk.page;
});

afterAll(async () => {
  await walk?.[Symbol.asyncDispose]();
  await console?.[Symbol.asyncDispose]();
});

const byCountry = { measures: ['shops.amount'], dimensions: ['shops.country'], order: { 'shops.country': 'asc' } };
const byCity = {
  measures: ['shops.amount'],
  dimensions: ['shops.city', 'shops.latitude', 'shops.longitude'],
  order: { 'shops.city': 'asc' },
};
const shapes = (of: Page) => of.locator('.mark-shape path');
const points = (of: Page) => of.locator('.mark-symbol.role-mark path');

it('countries are drawn in colours of a measure, in Explore, on a dashboard and in a frame', async () => {
  const { explore } = walk;
  await explore.open({ view: 'shops', q: byCountry });
  await explore.choose('Chart type', /^Map/);
  await page.getByText('1 value is no region of this map: Atlantis.').waitFor();
  await expect.poll(() => shapes(page).count()).toBeGreaterThan(200);
  const colours = async (of: Page) => {
    const fills = await shapes(of).evaluateAll((all) => all.map((each) => each.getAttribute('fill')));
    return new Set(fills.filter((fill) => fill !== null && fill !== 'transparent')).size;
  };
  await expect.poll(() => colours(page)).toBe(4); // three countries, and the others
  // With the keyboard, only countries with a row are gone through.
  await page.getByRole('application').focus();
  await page.keyboard.press('Enter');
  await page.getByText('Country: canada; Sales: 20').waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowRight');
  await page.getByText('Country: ITA; Sales: 30').waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowRight');
  await page.getByText('Country: Norway; Sales: 55').waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  expect(await violationsOf(page)).toEqual([]);
  await walk.picture('map-world');
  await page.reload();
  await page.getByText('Atlantis.').waitFor();
  await walk.save('Countries');
  const publicId = await walk.publish('Countries');
  await page.getByText('Atlantis.').waitFor();
  await expect.poll(() => colours(page)).toBe(4);
  expect(await violationsOf(page)).toEqual([]);
  await walk.picture('map-dashboard');
  const frame = await walk.framed(publicId);
  await frame.getByText('Atlantis.').waitFor();
  await expect.poll(() => colours(frame)).toBe(4);
  expect(await violationsOf(frame)).toEqual([]);
  await walk.picture('map-frame', frame);
  await frame.close();
});

it('points are drawn by coordinates, sized, put together, and seen on a globe', async () => {
  const { explore } = walk;
  await explore.open({ view: 'shops', q: byCity });
  // A table is what fits; a map is offered.
  await page.getByRole('grid').waitFor();
  await explore.choose('Chart type', /^Map/);
  await expect.poll(() => points(page).count()).toBe(5);
  await page.getByText('1 row has no coordinates.').waitFor();
  await page.getByRole('button', { name: 'Fields and style' }).click();
  await explore.choose('Size', 'Sales');
  await explore.choose('Colour', 'City');
  await expect.poll(() => page.locator('.role-legend').count()).toBeGreaterThan(0);
  await walk.picture('map-points');
  expect(await violationsOf(page)).toEqual([]);
  await page.getByText('Put points near each other together').click();
  await expect.poll(() => points(page).count()).toBe(4);
  await page.locator('.mark-text.role-mark text', { hasText: '2' }).waitFor();
  await page.getByText('Put points near each other together').click();
  await page.getByRole('tab', { name: 'Style' }).click();
  await explore.choose('Projection', 'Globe');
  await page.getByLabel('Longitude in the middle').fill('10');
  await page.keyboard.press('Enter');
  await expect.poll(() => points(page).count()).toBe(5);
  await walk.picture('map-globe');
  await page.reload();
  await expect.poll(() => points(page).count()).toBe(5);
  await walk.save('Shops');
  const publicId = await walk.publish('Shops');
  await expect.poll(() => points(page).count()).toBe(5);
  const frame = await walk.framed(publicId);
  await expect.poll(() => points(frame).count()).toBe(5);
  await frame.close();
  const asPlaces = { measures: ['shops.amount'], dimensions: ['shops.place'] };
  await explore.open({ view: 'shops', q: asPlaces, kind: 'map' });
  await expect.poll(() => points(page).count()).toBe(5);
});

it('regions of somebody are read as data, and say what is wrong with them', async () => {
  const { explore } = walk;
  const square = (x: number) => [
    [x, 0],
    [x + 5, 0],
    [x + 5, 5],
    [x, 5],
    [x, 0],
  ];
  const feature = (name: string, x: number) => ({
    ...{ type: 'Feature', properties: { name, href: 'javascript:alert(1)' } },
    geometry: { type: 'Polygon', coordinates: [square(x)] },
  });
  const geojson = { type: 'FeatureCollection', features: [feature('Norway', 0), feature('<img src=x>', 10)] };
  await explore.open({ view: 'shops', q: byCountry, kind: 'map', map: { shapes: 'custom' } });
  await page.getByText('This map has no shapes yet: give it GeoJSON.').waitFor();
  await page.getByRole('button', { name: 'Fields and style' }).click();
  const field = page.getByLabel('GeoJSON', { exact: true });
  await field.fill('{"type":');
  await field.blur();
  await page.getByText('The GeoJSON of this map is not JSON.').waitFor();
  await field.fill(JSON.stringify(geojson));
  await field.blur();
  await expect.poll(() => shapes(page).count()).toBe(2);
  await page.getByText('3 values are no regions of this map: Atlantis, ITA, canada.').waitFor();
  await explore.choose('Property with the names', 'href');
  await page.getByText('No value of Country is the name of a region of this map.').waitFor();
  await explore.choose('Property with the names', 'name');
  await expect.poll(() => shapes(page).count()).toBe(2);
  await page.getByText('Draw regions without a row').click();
  await expect.poll(() => shapes(page).count()).toBe(1);
  await walk.save('Own regions');
  await walk.publish('Own regions');
  await expect.poll(() => shapes(page).count()).toBe(1);

  const states = { kind: 'map', map: { shapes: 'us-states', measure: 'shops.amount' } };
  await explore.open({ view: 'shops', q: byCountry, ...states });
  await page.getByText('No value of Country is the name of a region of this map.').waitFor();
  await explore.open({ view: 'shops', q: { dimensions: ['shops.city', 'shops.country'] } });
  await page.getByRole('button', { name: /Chart type$/ }).click();
  await page.getByRole('option', { name: /^Map/ }).getByText('It needs latitude and longitude').waitFor();
  expect(await page.getByRole('option', { name: /^Map/ }).getAttribute('aria-disabled')).toBe('true');
});

it('regions of an address are fetched by the server, kept with the report without the address, and fetched again', async () => {
  const { explore } = walk;
  await using place = await GeojsonServer.open();
  const address = page.getByLabel('Address of GeoJSON');
  const settings = page.getByRole('button', { name: 'Fields and style' });
  const again = page.getByRole('button', { name: 'Fetch again' });
  const url = `${place.origin}/regions.geojson`;
  await explore.open({ view: 'shops', q: byCountry, kind: 'map', map: { shapes: 'custom' } });
  await settings.click();
  await address.fill(url);
  await page.keyboard.press('Enter');
  await expect.poll(() => shapes(page).count()).toBe(1);
  await page.getByRole('status').getByText('Fetched: the map has the shapes of this address.').waitFor();
  place.answer = (_, reply) => reply.end(squares('Norway', 'Sweden'));
  await again.press('Enter');
  await expect.poll(() => shapes(page).count()).toBe(2);
  expect(await violationsOf(page)).toEqual([]);

  // What is set and typed while a fetch runs stays.
  const slow = heldAnswer(place);
  await again.press('Enter');
  const reply = await slow.asked;
  await page.getByText('Draw regions without a row').click();
  await expect.poll(() => shapes(page).count()).toBe(1);
  await address.fill('https://maps.example.com/next');
  reply.end(squares('Norway', 'Sweden', 'Finland'));
  await page.getByRole('button', { name: 'Fetch', exact: true }).waitFor();
  expect(await shapes(page).count()).toBe(1);
  await page.getByText('Draw regions without a row').click();
  await expect.poll(() => shapes(page).count()).toBe(3);
  expect(await address.inputValue()).toBe('https://maps.example.com/next');

  // One that is stopped, and one whose settings are closed, end at once.
  await address.fill(url);
  const stopped = heldAnswer(place);
  await page.keyboard.press('Enter');
  await stopped.asked;
  await page.getByRole('button', { name: 'Stop fetching' }).press('Enter');
  await stopped.left;
  await page.getByRole('button', { name: 'Fetch', exact: true }).waitFor();
  const closed = heldAnswer(place);
  await address.press('Enter');
  await closed.asked;
  await settings.click();
  await closed.left;
  expect(await shapes(page).count()).toBe(3);

  await walk.save('Fetched regions');
  await page.reload();
  await expect.poll(() => shapes(page).count()).toBe(3);
  await settings.click();
  expect(await address.inputValue()).toBe('');
  const publicId = await walk.publish('Fetched regions');
  await expect.poll(() => shapes(page).count()).toBe(3);
  expect(place.asked).toEqual(Array(5).fill('/regions.geojson'));
  const shown = await walk.maker.api('get', `/embed/dashboard/${publicId}`);
  expect(JSON.stringify(shown)).toContain('Finland');
  expect(JSON.stringify(shown)).not.toContain(place.origin);
});

/** Holds the next answer back, until it is sent or its caller leaves. */
function heldAnswer(place: GeojsonServer) {
  const asked = Promise.withResolvers<ServerResponse>();
  const left = Promise.withResolvers<void>();
  place.answer = (_, reply) => {
    reply.once('close', () => left.resolve());
    asked.resolve(reply);
  };
  return { asked: asked.promise, left: left.promise };
}
