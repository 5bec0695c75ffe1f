import { expect, it } from 'vitest';
import { spaceIndexOf } from './useSpaceKeys.ts';

const none = { code: 'Digit1', altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };

it.each([
  ['Alt+1', { altKey: true }, false, 0],
  ['Alt+9', { altKey: true, code: 'Digit9' }, false, 8],
  ['Ctrl+2 in an installed app', { ctrlKey: true, code: 'Digit2' }, true, 1],
  ['Ctrl+2 in a browser', { ctrlKey: true, code: 'Digit2' }, false, -1],
  ['1 alone', {}, true, -1],
  ['Alt+0', { altKey: true, code: 'Digit0' }, false, -1],
  ['AltGr+2, which writes', { altKey: true, ctrlKey: true, code: 'Digit2' }, true, -1],
  ['Alt+Shift+1', { altKey: true, shiftKey: true }, false, -1],
])('R183 %s', (_, keys, isInstalled, place) => {
  expect(spaceIndexOf({ ...none, ...keys }, isInstalled)).toBe(place);
});
