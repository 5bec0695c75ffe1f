import { fakeHost } from '@amber/client/testing';
import type { Campaign, Input } from '@amber/proto';
import { Link, Route, Routes } from 'react-router-dom';
import { limits } from '@amber/proto/limits';
import { expect, test } from 'vitest';
import { Editor } from './Editor.tsx';
import { Manage } from './Manage.tsx';
import { Results } from './Results.tsx';

const day = 86_400_000;
const now = Date.now();
const cups: Input<Campaign> = {
  id: 'cups',
  title: 'Cups',
  reward: 'A cup',
  rules: '',
  banner: '',
  begins: now - day,
  ends: now + day,
  status: 'live',
  state: 'published',
  way: 'draw',
  prize: 'code',
  prizes: 1,
  given: 0,
  claims: 3,
  participants: 4,
  tasks: [{ kind: 'follow', target: 'olga', name: 'Olga', spaceId: '', count: 1, done: 0, fromStart: false }],
  seed: '',
  seedHash: '',
  drawnAt: 0,
};

/** Without the loading of their code. */
const Screens = () => (
  <Routes>
    <Route path="/airdrop/manage" element={<Manage />} />
    <Route path="/airdrop/manage/:id" element={<Editor />} />
    <Route path="/airdrop/manage/:id/results" element={<Results />} />
  </Routes>
);

test('the editor of another campaign has that campaign’s fields', async () => {
  const host = await fakeHost({
    api: {
      airdrop: { manage: async () => ({ list: [], next: '' }), info: async () => ({ campaign: cups, codes: 1 }) },
    },
  });
  const WithLink = () => (
    <>
      <Link to="/airdrop/manage/cups">Edit the cups</Link>
      <Screens />
    </>
  );
  const screen = await host.open(WithLink, '/airdrop/manage/new');
  const title = () => screen.element.querySelector('input')!.value;
  expect(title()).toBe('');
  await screen.press('Edit the cups');
  expect(title()).toBe('Cups');
});

test('a copy begins anew as a draft, with a title and an address of its own', async () => {
  const host = await fakeHost({
    api: {
      airdrop: {
        manage: async () => ({ list: [], next: '' }),
        info: async () => ({ campaign: cups, codes: 1 }),
        save: async () => ({ campaign: cups }),
      },
    },
  });
  const screen = await host.open(Screens, '/airdrop/manage/new?from=cups');
  expect(screen.element.querySelector('input')!.value).toBe('Cups (copy)');
  // This device does not know her: the gateway does.
  expect(screen.text()).toContain('Follow Olga');
  await screen.press('Save draft');
  const [, request] = host.calls.find(([call]) => call === 'airdrop.save')!;
  const { campaign, codes } = request as { campaign: Campaign; codes: string[] };
  expect(campaign).toMatchObject({ title: 'Cups (copy)', reward: 'A cup', way: 'draw', state: 'draft' });
  expect(campaign.id).not.toBe('cups');
  expect(campaign.begins).toBeGreaterThan(cups.begins!);
  expect(codes).toEqual([]);
});

test('a campaign that has begun keeps its rules and reward; a correction is added', async () => {
  const correction = { time: now, text: 'Two cups' };
  const host = await fakeHost({
    api: {
      airdrop: {
        info: async () => ({ campaign: { ...cups, rules: 'One each' }, codes: 1 }),
        correct: async () => ({ campaign: { ...cups, corrections: [correction] } }),
      },
    },
  });
  const screen = await host.open(Screens, '/airdrop/manage/cups');
  const fields = () => [...screen.element.querySelectorAll('input, textarea')].map((field) => field.id);
  expect(fields()).toHaveLength(2); // the title and the correction
  await screen.type('New correction', ' Two cups ');
  await screen.press('Publish correction');
  expect(host.calls).toContainEqual(['airdrop.correct', { id: 'cups', text: ' Two cups ' }]);
  expect(screen.text()).toMatch(/One each.*Corrections.*Two cups/);
  expect(screen.element.querySelector('textarea')!.value).toBe('');
});

test('R137 a campaign with all the corrections that it may have says so, without a field', async () => {
  const corrections = Array.from({ length: limits.campaignCorrectionsMax }, (_, n) => ({
    time: now,
    text: `No. ${n}`,
  }));
  const host = await fakeHost({ api: { airdrop: { info: async () => ({ campaign: { ...cups, corrections } }) } } });
  const screen = await host.open(Screens, '/airdrop/manage/cups');
  expect(screen.text()).toContain('This campaign has 20 corrections, and no more can be added.');
  expect(screen.element.querySelector('textarea')).toBeNull();
});

test('what an operator sees of a campaign: figures, winners with their prizes, and who may be one person', async () => {
  const user = { identifier: 'w', avatar: '', lastName: 'Wanda' };
  const host = await fakeHost({
    api: {
      airdrop: {
        manage: async () => ({ list: [{ campaign: cups, codes: 1 }], next: '' }),
        info: async () => ({ campaign: cups, codes: 1 }),
        prizes: async () => ({
          list: [{ place: 1, user, time: now, code: 'CUP-1', wallet: '', ticket: '' }],
          next: '',
        }),
        clusters: async () => ({ list: [{ kind: 'network', label: '203.0.113', count: 3, people: [user] }] }),
      },
    },
  });
  const list = await host.open(Screens, '/airdrop/manage');
  expect(list.text()).toMatch(/Cups.*Live.*Participants4.*Claims3.*75%.*0 \/ 1/);
  const results = await host.open(Screens, '/airdrop/manage/cups/results');
  expect(results.text()).toMatch(/Wanda.*CUP-1/);
  expect(results.text()).toContain('From the network 203.0.113 · 3 accounts');
});

test('what is missing has the focus when it cannot be published', async () => {
  const host = await fakeHost({ api: { airdrop: { manage: async () => ({ list: [], next: '' }) } } });
  const screen = await host.open(Screens, '/airdrop/manage/new');
  await screen.press('Publish');
  expect(screen.text()).toContain('Enter a title');
  expect(document.activeElement).toBe(screen.element.querySelector('input'));
});
