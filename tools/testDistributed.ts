// `npm run test:distributed`: the tests that need other servers: several gateways on one database and one NATS server, and
// calls through a coturn relay.
import { checklist, findTitleProblems } from './checklist.ts';
import { moveTmpdirToMemory } from './scratch.ts';
import { ensureProgram, natsServer, turnServer } from './ensureProgram.ts';
import { browserTests } from './testing/browserTests.ts';
import { nodeTests } from './testing/nodeTests.ts';
import { reportOutcome, runSuites } from './testing/runSuites.ts';
import { savedResults } from './testing/savedResults.ts';
import { buildSuite } from './testing/shortSuites.ts';

moveTmpdirToMemory();
const outcome = await runSuites([
  ...(savedResults()?.isBuilt ? [] : [buildSuite]),
  {
    name: 'several gateways, and a relay',
    async run() {
      await ensureProgram(natsServer);
      await ensureProgram(turnServer);
      return nodeTests('distributed');
    },
  },
  { name: 'two browsers', run: () => browserTests('distributed') },
]);
outcome.failures.push(...findTitleProblems(checklist(), outcome.results));
reportOutcome(outcome);
