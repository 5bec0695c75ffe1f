// `npm run test:distributed`: the tests of several gateways on one database and one NATS server.
import { checklist, findTitleProblems } from './checklist.ts';
import { moveTmpdirToMemory } from './scratch.ts';
import { ensureNatsServer } from './natsServer.ts';
import { browserTests } from './testing/browserTests.ts';
import { nodeTests } from './testing/nodeTests.ts';
import { reportOutcome, runSuites } from './testing/runSuites.ts';
import { savedResults } from './testing/savedResults.ts';
import { buildSuite } from './testing/shortSuites.ts';

moveTmpdirToMemory();
const outcome = await runSuites([
  ...(savedResults()?.isBuilt ? [] : [buildSuite]),
  {
    name: 'several gateways',
    async run() {
      await ensureNatsServer();
      return nodeTests('distributed');
    },
  },
  { name: 'two browsers', run: () => browserTests('distributed') },
]);
outcome.failures.push(...findTitleProblems(checklist(), outcome.results));
reportOutcome(outcome);
