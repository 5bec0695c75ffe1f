import { seedPlacementOf } from '@amber/proto/seedPlacements';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { RemoteSkeleton } from './RemoteSkeleton.tsx';

const shown = (feature: string, pathname: string) =>
  renderToStaticMarkup(<RemoteSkeleton placement={seedPlacementOf(feature) ?? undefined} pathname={pathname} />);

const pane = (markup: string) => /data-showing="(\w+)"/.exec(markup)?.[1];

it.each([
  ['chat', '/channels/me', 'list'],
  ['chat', '/channels/me/someone', 'main'],
  ['channels', '/channels/recommend', 'list'],
  ['ai', '/ai/create', 'main'],
  ['moments', '/moments', undefined],
  ['airdrop', '/airdrop/square', undefined],
  ['unknown', '/unknown', undefined],
])('what stands for %s on %s has the form of what comes: %s', (feature, pathname, showing) => {
  expect(pane(shown(feature, pathname))).toBe(showing);
  expect(shown(feature, pathname)).toContain('aria-busy');
});
