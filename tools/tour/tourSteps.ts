// The steps of the tour: what a team does, from an empty folder to a repaired release.
import { isInRollout } from '@amber/proto/rolloutShare';
import type { TourBrowser } from './tourBrowser.ts';
import type { TourFolder } from './tourFolder.ts';

export const remote = 'polls';
const [first, broken, repaired] = ['0.1.0', '0.2.0', '0.2.1'] as const;

/** An id that every release of the tour gives to its first 5 %, so that this browser sees them. */
export const tourBucket = (): string =>
  Array.from({ length: 100_000 }, (_, number) => `tour-${number}`).find((id) =>
    [first, broken, repaired].every((version) => isInRollout(remote, version, id, 5)),
  )!;

interface TourContext {
  /** The address of the kit. */
  kit: string;
  folder: TourFolder;
  browser: TourBrowser;
}

export interface TourStep {
  /** One line that says what happens and why. */
  explanation: string;
  run(context: TourContext): Promise<void>;
}

const home = 'src/Home.tsx';
const opening = 'const session';
const crash = `if (words.title) throw new Error('broken on purpose'); `;

const publish = async ({ folder }: TourContext, from: string, to: string) => {
  folder.edit('package.json', `"version": "${from}"`, `"version": "${to}"`);
  await folder.run('npm run release');
};

export const tourSteps: readonly TourStep[] = [
  {
    explanation:
      'An empty folder becomes a feature. The kit that makes it comes from the gateway; this repository is not needed.',
    async run({ kit, folder, browser }) {
      await browser.expectNothing();
      await folder.run(`npx --yes --package ${kit} new-remote ${remote}`);
      folder.enter(remote);
      await folder.run('npm install --prefer-offline --no-audit --no-fund');
      folder.edit('amber-remote.json', '"members"', '"visitors"');
    },
  },
  {
    explanation: 'Its types and its tests run without a gateway and without a browser.',
    async run({ folder }) {
      await folder.run('npm run check');
      await folder.run('npm test');
    },
  },
  {
    explanation: `Version ${first} is published. Nobody gets it yet: its page is not found.`,
    async run({ folder, browser }) {
      await folder.run('npm run release');
      await browser.expectNothing();
    },
  },
  {
    explanation: 'It goes to 5 % of the people: they find the page, in a host that was not built again.',
    async run({ folder, browser }) {
      await folder.run('npm run release -- rollout 5');
      await browser.expectTitle('Polls');
    },
  },
  {
    explanation: 'It goes to everyone.',
    async run({ folder, browser }) {
      await folder.run('npm run release -- promote');
      await browser.expectTitle('Polls');
    },
  },
  {
    explanation: `Version ${broken} throws as soon as it is shown, and goes to 5 %. Their browsers get it, and show ${first} instead.`,
    async run(context) {
      const { folder, browser } = context;
      folder.edit(home, opening, `${crash}${opening}`);
      await publish(context, first, broken);
      await folder.run('npm run release -- rollout 5');
      await browser.expectFallback('Polls', broken);
    },
  },
  {
    explanation: 'The team does not wait until the gateway has seen enough failures, and takes the version back.',
    async run({ folder, browser }) {
      await folder.run(`npm run release -- rollback ${broken} --why "It is broken"`);
      await browser.expectTitle('Polls');
    },
  },
  {
    explanation: `Version ${repaired} is repaired and has a new title. It begins with 5 % again.`,
    async run(context) {
      const { folder, browser } = context;
      folder.edit(home, crash, '');
      folder.edit('src/words/en.json', '"title": "Polls"', '"title": "Polls and votes"');
      await publish(context, broken, repaired);
      await folder.run('npm run release -- rollout 5');
      await browser.expectTitle('Polls and votes');
    },
  },
  {
    explanation:
      'More than half of the people get a version only when 20 accounts have tried it, or after a day: promote says so.',
    async run({ folder, browser }) {
      await folder.run('npm run release -- promote', { fails: true });
      await folder.run('npm run release -- rollout 50');
      await browser.expectTitle('Polls and votes');
    },
  },
];
