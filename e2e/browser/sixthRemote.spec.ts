// A feature that the host does not know: it is added, updated and removed by releases alone.
import { atMost } from '@amber/gateway/testing/machine';
import type { PlaceManifest } from '@amber/proto/placeManifest';
import { accountOf } from '../kit/accountOf.ts';
import { expect, pagesAlone, test } from '../kit/world.ts';
import { createRemoteFolder } from '../release/releaseTool.ts';

/** A list from the gateway, a screen with a parameter, a badge, a section of the settings. */
const source = (more = '') => `import { api } from '@amber/client/engine';
import { useEffect, useState } from 'react';
import { Link, Route, Routes, useParams } from 'react-router-dom';
import { of } from 'rxjs';

function Polls() {
  const [count, setCount] = useState(-1);
  useEffect(() => void api.groupChat.queryPublicSpace({}).then(() => setCount(2)), []);
  return <><h1>All polls</h1>{count > 0 && <Link to="/polls/7">Poll of {count}</Link>}</>;
}
const Poll = () => <h1>Poll {useParams().id}</h1>;
const Settings = () => <p>How polls are counted</p>;
const Screens = () => (
  <Routes>
    <Route path="/polls" element={<Polls />} />
    ${more}
    <Route path="/polls/:id" element={<Poll />} />
  </Routes>
);
export default { badge$: of(3), Routes: Screens, Settings };
`;
const place: PlaceManifest = {
  titles: { en: 'Polls', 'zh-Hans': '投票' },
  paths: { '/polls': 'members', '/polls/:id': 'members' },
  navigation: [{ to: '/polls', order: 70, icon: 'M5 20V10M12 20V4M19 20v-7', badge: 'own' }],
  settings: true,
};

test('R205 R154 R157 a sixth feature comes, grows and goes back without a build of the host', async ({
  person,
  world,
}) => {
  test.setTimeout(atMost(180_000));
  const { page } = await person('Olga Operator', pagesAlone);
  const { identifier } = await accountOf(page);
  await world.gateway.kill();
  await world.gateway.start({ AMBER_OPERATORS: identifier });

  // Creating the token claims the name.
  await page.goto(`${world.url}admin`);
  await page.getByRole('combobox', { name: 'Feature' }).pressSequentially('polls');
  await page.getByRole('textbox', { name: 'Name' }).pressSequentially('polls-ci');
  await page.getByRole('button', { name: 'Create token' }).click();
  const made = page.getByRole('dialog');
  const deployToken = await made.locator('code').innerText();
  await made.getByRole('button', { name: 'Done' }).click();

  const folder = await createRemoteFolder('polls', {
    AMBER_URL: world.url,
    AMBER_DEPLOY_TOKEN: deployToken,
    NO_COLOR: '1',
  });
  const release = async (...words: string[]) => {
    const { status, output } = await folder.release(...words);
    expect(status, output).toBe(0);
  };
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Polls' });
  try {
    await folder.place(place);
    await folder.write('1.0.0', source());
    await release();
    await expect(entry).toHaveCount(0);
    await release('rollout', '25');
    await release('promote');
    await expect(entry).toBeVisible();
    await expect(entry).toHaveAccessibleDescription('3 unread');
    await entry.click();
    await expect(page.getByRole('heading', { name: 'All polls' })).toBeVisible();
    await page.getByRole('link', { name: 'Poll of 2' }).click();
    await expect(page.getByRole('heading', { name: 'Poll 7' })).toBeVisible();
    await expect(page).toHaveURL(/\/chat\/polls\/7$/);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Polls' }).click();
    await expect(page.getByText('How polls are counted')).toBeVisible();
    await page.goto(`${world.url}polls/7/8`);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();

    // A second screen, in its next release.
    await folder.place({ ...place, paths: { ...place.paths, '/polls/results': 'visitors' } });
    await folder.write('1.1.0', source('<Route path="/polls/results" element={<h1>Results</h1>} />'));
    await release();
    await release('promote');
    await page.goto(`${world.url}polls/results`);
    await expect(page.getByRole('heading', { name: 'Results' })).toBeVisible();
    await release('rollback', '1.1.0', '--why', 'A test');
    await page.goto(`${world.url}polls/results`);
    await expect(page.getByRole('heading', { name: 'Poll results' })).toBeVisible();
  } finally {
    await folder.remove();
  }
});
