import { expect, test } from 'vitest';
import type { Place } from '../gen/types.ts';
import { placementSchemaError } from './placementRules.ts';
import { parsePlacement } from './placementSchema.ts';
import { seedPlacementOf } from './seedPlacements.ts';

const place = seedPlacementOf('moments')!;
const path = place.paths[0]!;
const entry = place.entries[0]!;
const tab = { on: 'profile', titles: [], icon: '' } as const;
const title = { language: 'en', text: 'Moments' };
const parsed = (change: object) => parsePlacement({ ...place, ...change })!;
const fault = (change: object) => placementSchemaError({ ...place, ...change } as Place);

test('R205 a place that is right is read as it is, and one from before there were tabs and news as one without', () => {
  expect(parsePlacement(place)).toEqual(place);
  const { tabs: _, news: __, operators: ___, ...older } = place;
  expect(parsePlacement(older)).toEqual(place);
  expect(placementSchemaError(older as Place)).toBeNull();
});

test.each([undefined, null, 7, 'place', true])('R205 %j is no place', (raw) => {
  expect(parsePlacement(raw)).toBeNull();
});

/** Rows that the build and the gateway refuse, and that a page passes over. */
test.each<[keyof Place, object, unknown]>([
  ['titles', title, { ...title, text: ' Moments' }],
  ['titles', title, { ...title, text: '<b>' }],
  ['titles', title, { ...title, language: 7 }],
  ['paths', path, { ...path, path: 'moments' }],
  ['paths', path, { ...path, path: `/moments/${'x'.repeat(80)}` }],
  ['paths', path, { ...path, access: 'login' }],
  ['paths', path, null],
  ['entries', entry, { ...entry, to: 7 }],
  ['entries', entry, { ...entry, order: 1_001 }],
  ['entries', entry, { ...entry, order: '70' }],
  ['entries', entry, { ...entry, icon: '' }],
  ['entries', entry, { ...entry, icon: 'M4 4x16' }],
  ['tabs', tab, { ...tab, on: 'settings' }],
  ['tabs', tab, { ...tab, icon: '<script>' }],
  ['tabs', tab, { on: 'space', titles: [] }],
])('R205 a wrong row of its %s takes no other with it: %j, %j', (list, right, wrong) => {
  expect(parsed({ [list]: [wrong, right] })[list]).toEqual([right]);
  expect(fault({ [list]: [right] })).toBeNull();
  expect(fault({ [list]: [right, wrong] })).not.toBeNull();
});

/** What a page does without, and the build and the gateway refuse. */
test.each<[keyof Place, object, object]>([
  ['paths', { ...path, fills: 'yes' }, { ...path, fills: false }],
  ['entries', { ...entry, underMe: 1 }, { ...entry, underMe: false }],
  ['entries', { ...entry, badge: 'everything' }, { ...entry, badge: 'none' }],
  ['entries', { ...entry, titles: [title, 7] }, { ...entry, titles: [] }],
])('R205 of its %s, %j is read as %j', (list, wrong, right) => {
  expect(parsed({ [list]: [wrong] })[list]).toEqual([right]);
  expect(fault({ [list]: [wrong] })).not.toBeNull();
});

test('R205 a list is one, and has an end', () => {
  for (const [list, row, most] of [
    ['titles', title, 20],
    ['paths', path, 40],
    ['entries', entry, 4],
    ['tabs', tab, 2],
  ] as const) {
    const rows = Array.from({ length: most + 1 }, () => row);
    expect(parsed({ [list]: rows })[list]).toHaveLength(most);
    expect(fault({ [list]: rows.slice(1) })).toBeNull();
    expect(fault({ [list]: rows })).toContain(String(most));
    expect(parsed({ [list]: { 0: row } })[list]).toEqual([]);
    expect(fault({ [list]: { 0: row } })).not.toBeNull();
  }
});

test('R205 news that nobody knows are passed over, and refused', () => {
  expect(parsed({ news: ['campaignNews', 'tomorrow', 'campaignNews'] }).news).toEqual(['campaignNews']);
  expect(fault({ news: ['campaignNews', 'tomorrow'] })).not.toBeNull();
  expect(fault({ news: 'campaignNews' })).not.toBeNull();
});

test('R205 what is so or not is no text', () => {
  expect([parsed({ settings: 'yes' }).settings, parsed({ operators: 7 }).operators]).toEqual([false, '']);
  expect(fault({ settings: 'yes' })).not.toBeNull();
});
