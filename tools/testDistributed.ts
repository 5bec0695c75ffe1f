// `npm run test:distributed`: the tests of several gateways on one database and one NATS server.
import { generate } from './build.ts';
import { checklist, findTitleProblems } from './checklist.ts';
import { moveTmpdirToMemory } from './scratch.ts';
import { ensureNatsServer } from './natsServer.ts';
import { nodeTests } from './testing/nodeTests.ts';
import { reportOutcome, runSuites } from './testing/runSuites.ts';

moveTmpdirToMemory();
await generate();
const outcome = await runSuites([
  {
    name: 'several gateways',
    async run() {
      await ensureNatsServer();
      return nodeTests('distributed');
    },
  },
]);
outcome.failures.push(...findTitleProblems(checklist(), outcome.results));
reportOutcome(outcome);
