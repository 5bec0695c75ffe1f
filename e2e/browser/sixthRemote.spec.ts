// A feature that the host does not know: made in a copy of the tree, added, updated and removed by releases alone.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { scaledTimeout } from '@amber/gateway/testing/machine';
import type { PlacementManifest } from '@amber/proto/placementManifest';
import { isInRollout } from '@amber/proto/rolloutShare';
import { accountOf } from '../kit/accountOf.ts';
import { copyTree, type TreeCopy } from '../kit/treeCopy.ts';
import { expect, expectAccessible, withoutServiceWorker, test } from '../kit/world.ts';

/** Beside the template's list from the gateway: a screen with a parameter, a badge, a section of the settings, a tab of people's pages. */
const source = (
  more = '',
  tab = '({ of: person }) => <p>Polls by {person}</p>',
) => `import { loadWords } from '@amber/words';
import { translations as client } from '@amber/client/translations';
import { translations as ui } from '@amber/ui/translations';
import type { Remote } from '@amber/client/remote';
import { Link, Route, Routes, useParams } from 'react-router-dom';
import { of } from 'rxjs';
import { Home } from './Home.tsx';
import { translations as own } from './words/gen/translations.ts';

const Poll = () => <h1>Poll {useParams()['id']}</h1>;
const Screens = () => (
  <Routes>
    <Route path="/polls" element={<><Link to="/polls/7">Poll of the day</Link><Home /></>} />
    <Route path="/polls/:id" element={<Poll />} />
    ${more}
  </Routes>
);
export default {
  badge$: of(3),
  Routes: Screens,
  Settings: () => <p>How polls are counted</p>,
  Tabs: { profile: ${tab} },
  loadWords: () => loadWords(own, client, ui),
} satisfies Remote;
`;
const placeManifest = (more: PlacementManifest['paths'] = {}): PlacementManifest => ({
  titles: { en: 'Polls', 'zh-Hans': '投票' },
  paths: { '/polls': 'members', '/polls/:id': 'members', ...more },
  navigation: [{ to: '/polls', order: 70, icon: 'M5 20V10M12 20V4M19 20v-7', badge: 'own' }],
  settings: true,
  tabs: { profile: { titles: { en: 'Votes' } } },
});

/** What a team does in its folder. */
function createTeam({ folder, run }: TreeCopy, environment: Record<string, string>) {
  const at = (file: string) => join(folder, 'remotes', 'polls', file);
  const variables: Record<string, string> = { ...environment };
  return {
    /** Makes the next releases without types, which take longer than the rest of their build. */
    leaveOutTypes(): void {
      variables['AMBER_REMOTE_TYPES'] = '';
    },
    write(version: string, code: string, manifest: PlacementManifest): void {
      const pack = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { version: string };
      writeFileSync(at('package.json'), JSON.stringify({ ...pack, version }, null, 2));
      writeFileSync(at('src/remote.tsx'), code);
      writeFileSync(at('amber-remote.json'), JSON.stringify(manifest, null, 2));
    },
    release: (...words: string[]) =>
      run(process.execPath, [join(folder, 'tools', 'release.ts'), ...words], {
        npm_package_json: at('package.json'),
        NO_COLOR: '1',
        ...variables,
      }),
  };
}

/** A release carries the manifest of Module Federation, which names its types. */
async function expectToolFiles(page: Page, address: string): Promise<void> {
  const manifest = (await (await page.request.get(`${address}mf-manifest.json`)).json()) as {
    metaData: { types: { zip: string } };
    exposes: { name: string }[];
  };
  expect(manifest.exposes.map(({ name }) => name)).toEqual(['remote']);
  const types = await page.request.get(address + manifest.metaData.types.zip);
  expect((await types.body()).subarray(0, 2).toString()).toBe('PK');
}

/** The operator's hand: a token for a feature that nobody has seen. */
async function createDeployToken(page: Page): Promise<string> {
  await page.getByRole('combobox', { name: 'Feature' }).pressSequentially('polls');
  await page.getByRole('textbox', { name: 'Name' }).pressSequentially('polls-ci');
  await page.getByRole('button', { name: 'Create token' }).click();
  const made = page.getByRole('dialog');
  const deployToken = await made.locator('code').innerText();
  await made.getByRole('button', { name: 'Done' }).click();
  return deployToken;
}

test('R205 R154 R157 a sixth feature comes, grows, goes back and goes, without a build of the host', async ({
  person,
  world,
}) => {
  test.setTimeout(scaledTimeout(900_000));
  const { page } = await person('Olga Operator', withoutServiceWorker);
  const { identifier } = await accountOf(page);
  await world.gateway.kill();
  await world.gateway.start({ AMBER_OPERATORS: identifier });
  const copy = await copyTree();
  const admin = `${world.url}admin/features`;
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Polls' });
  try {
    await copy.run(process.execPath, [join(copy.folder, 'tools', 'newRemote.ts'), 'polls']);
    await copy.run('npm', ['install', '--package-lock-only', '--offline', '--no-audit', '--no-fund']);

    await page.goto(admin);
    const team = createTeam(copy, { AMBER_URL: world.url, AMBER_DEPLOY_TOKEN: await createDeployToken(page) });
    // Its word is its own from now on; a second one is given by hand.
    await expect(page.getByRole('button', { name: 'Hand over /polls/…' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Path' }).pressSequentially('/settings');
    await page.getByRole('combobox', { name: 'Shown by' }).pressSequentially('polls');
    await page.keyboard.press('Enter');
    await expect(page.getByText('none of the app’s own paths')).toBeVisible();
    await page.getByRole('textbox', { name: 'Path' }).press('ControlOrMeta+a');
    await page.getByRole('textbox', { name: 'Path' }).pressSequentially('/votes');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Hand over /votes/…' })).toBeVisible();
    await expectAccessible(page);

    await team.release(); // as new:remote has made it
    await expect(entry).toHaveCount(0);
    await expectToolFiles(page, new URL(`/chat/remotes/polls/0.1.0/`, world.url).href);
    team.leaveOutTypes();
    team.write('0.2.0', source(), placeManifest());
    await team.release();
    await expect(entry).toHaveCount(0);
    await team.release('rollout', '25');
    await expect(entry).toHaveCount(isInRollout('polls', '0.2.0', identifier, 25) ? 1 : 0);
    await team.release('rollout', '100');
    await expect(entry).toBeVisible();
    await team.release('promote');
    await expect(entry).toHaveAccessibleDescription('3 unread');
    await entry.click();
    await expect(page.getByRole('region', { name: 'Found on this server' })).toContainText('Welcome');
    await page.getByRole('link', { name: 'Poll of the day' }).click();
    await expect(page.getByRole('heading', { name: 'Poll 7' })).toBeVisible();
    await expect(page).toHaveURL(/\/chat\/polls\/7$/);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Polls' }).click();
    await expect(page.getByText('How polls are counted')).toBeVisible();
    const lookAtTab = async () => {
      await page.goto(`${world.url}${identifier}`);
      await page.getByRole('tab', { name: 'Votes' }).click();
      await expect(page.getByRole('tabpanel').getByText(`Polls by ${identifier}`)).toBeVisible();
    };
    await lookAtTab();
    await page.goto(`${world.url}polls/7/8`);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();

    // A second screen, on its second word, in its next release; and back.
    const broken = `() => { throw new Error('no tab'); }`;
    const results = '<Route path="/votes" element={<h1>Results</h1>} />';
    team.write('0.3.0', source(results, broken), placeManifest({ '/votes': 'visitors' }));
    await team.release();
    await world.gateway.executeSql("update release set judged = 20 where remote = 'polls'"); // twenty accounts have tried it
    await team.release('promote');
    await page.goto(`${world.url}votes`);
    await expect(page.getByRole('heading', { name: 'Results' })).toBeVisible();
    await lookAtTab(); // the one of the release before
    await team.release('rollback', '0.3.0', '--why', 'A test');
    await page.goto(`${world.url}votes`);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expect(entry).toBeVisible();

    // Removed, its notice stands on its word, until the word is another's.
    await page.goto(admin);
    await page.getByRole('button', { name: 'Remove polls' }).click();
    const question = page.getByRole('dialog', { name: 'Remove polls?' });
    await question.getByRole('textbox', { name: 'Reason' }).pressSequentially('Nobody votes');
    await question.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('link', { name: 'Log' }).click();
    await expect(page.getByRole('row', { name: 'Removed the feature Nobody votes' })).toBeVisible();
    await expect(entry).toHaveCount(0);
    await expect(team.release('status')).rejects.toThrow('does not accept this deploy token');
    await page.goto(`${world.url}polls/7`);
    await expect(page.getByRole('alert', { name: 'polls' })).toContainText('polls is not available');
    await page.goto(admin);
    await page.getByRole('button', { name: 'Hand over /polls/…' }).click();
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
    await page.keyboard.type('moments');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goto(`${world.url}polls/7`);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();

    // No file outside of its folder has changed, and nobody has built the host.
    const changed = await copy.changedFiles();
    expect(changed).toContain('remotes/polls/src/remote.tsx');
    expect(changed.filter((file) => !file.startsWith('remotes/polls/'))).toEqual(['package-lock.json']);
    expect(existsSync(join(copy.folder, 'shell', 'dist'))).toBe(false);
  } finally {
    copy.remove();
  }
});
