import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FederationContext } from '../federation/show/useFederation.ts';
import { fakeFederation, registryOf, release } from '../federation/testing/fakeFederation.ts';
import { TestingBar } from './TestingBar.tsx';

const tested = (remote: string) => ({ remote, release: release('9', remote), expires: 2_000_000_000_000 });
const shown = ({ federation }: ReturnType<typeof fakeFederation>) =>
  renderToStaticMarkup(
    <FederationContext value={federation}>
      <TestingBar />
    </FederationContext>,
  ).replaceAll(/<[^>]+>|[\u2066-\u2069]/g, '');

test('R209 the bar names the tested version, and the one that runs instead when it cannot be loaded', async () => {
  const tab = fakeFederation();
  tab.federation.startTesting('token', tested('chat'));
  expect(shown(tab)).toContain('You are testing Chats 9Leave');
  tab.loading.set('9', () => Promise.reject(new Error('broken')));
  await tab.loaded();
  expect(shown(tab)).toContain('You are testing Chats 9, but it could not be loaded. You see version 2.');
});

test('R209 the bar says so when no version of the tested feature runs', async () => {
  const tab = fakeFederation({ registry: registryOf([]) });
  tab.federation.startTesting('token', tested('moments'));
  tab.loading.set('9', () => Promise.reject(new Error('broken')));
  await tab.loaded('moments');
  expect(shown(tab)).toContain('You are testing Moments 9, but it could not be loaded.');
});
