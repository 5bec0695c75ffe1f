import { fakeHost } from '@amber/client/testing';
import { expect, test } from 'vitest';
import { HiddenNote } from './HiddenNote.tsx';

test('the page of somebody whom one has hidden says so, and shows them again', async () => {
  let list = [{ identifier: 'olga', lastName: 'Olga', avatar: '' }];
  const host = await fakeHost({
    session: { identifier: 'me' },
    api: { circle: { getHidden: async () => ({ list }) } },
    engine: { moments: async () => void (list = []) },
  });
  const olga = await host.open(() => <HiddenNote identifier="olga" />, '/');
  await olga.waitForText(/You have hidden this person/);
  await olga.press('Show again');
  await olga.waitForText(/^$/);
  expect(host.calls).toContainEqual(['moments', { what: 'hide', identifier: 'olga', hidden: false }]);
  const other = await host.open(() => <HiddenNote identifier="wanda" />, '/');
  expect(other.text()).toBe('');
});
