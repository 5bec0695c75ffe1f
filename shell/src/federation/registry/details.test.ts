import type { PageRegistry, RegistryDetails } from '@amber/proto';
import { BehaviorSubject } from 'rxjs';
import { expect, test } from 'vitest';
import { createDetails } from './details.ts';
import type { Feature } from './Feature.ts';

const own = '/chat/remotes/polls/1.0.0/';

/** The files of a release that is listed with these. */
async function filesOf(urls: readonly string[]) {
  const release = { version: '1.0.0', files: urls.map((url) => ({ url, integrity: 'sha384-x' })) };
  const details = createDetails({
    official$: new BehaviorSubject({
      revision: 1,
      offers: [],
      words: [],
      details: { url: '/chat/registry/1.json', integrity: 'sha384-d' },
    } satisfies PageRegistry as PageRegistry),
    api: {
      details: async () =>
        ({ remotes: [{ remote: 'polls', offered: [release], previous: [] }] }) as unknown as RegistryDetails,
    },
    clock: { setTimeout: () => 0 },
  });
  await details.loadDetails();
  return details.filesOf('polls' as Feature, release);
}

test('R206 R256 the manifest and the types of a release are for developers: a page caches neither', async () => {
  const code = [`${own}remoteEntry.0123.js`, `${own}assets/remote.0123.css`];
  expect(
    await filesOf([
      ...code,
      `${own}mf-manifest.json`,
      `${own}mf-types.zip`,
      `${own}mf-types.d.ts`,
      '/chat/remotes/other/1.0.0/x.js',
    ]),
  ).toEqual(Object.fromEntries(code.map((url) => [url, 'sha384-x'])));
});
