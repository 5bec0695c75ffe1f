// The suites of `npm test`.
import { build } from '../build.ts';
import { check } from '../check.ts';
import { browserTests } from './browserTests.ts';
import { nodeTests } from './nodeTests.ts';
import type { Suite } from './runSuites.ts';

export const buildSuite: Suite = { name: 'build', run: () => build().then(() => []) };

export const shortSuites: readonly Suite[] = [
  buildSuite,
  {
    name: 'types and lint',
    async run() {
      const problems = await check();
      if (problems.length > 0) throw new Error(problems.join('\n'));
      return [];
    },
  },
  { name: 'unit and gateway', run: () => nodeTests('short') },
  { name: 'browser journeys', run: () => browserTests('journeys') },
];
