// `npm run soak [-- PART…]`: the tests of `npm test`, `npm run test:all` and `npm run test:distributed`, with many more rounds.
import { build } from './build.ts';
import { ensureChromium } from './chromium.ts';
import { ensureProgram, natsServer, turnServer } from './ensureProgram.ts';
import { bin, run, printStatus, elapsedSince } from './run.ts';
import { lengthVariable } from './testing/nodeTests.ts';
import { browserFiles, distributedFiles, nodeFiles } from './testing/testFiles.ts';

/** The numbers of rounds, as environment variables that the tests read. */
const rounds = {
  AMBER_KILLS: '200',
  AMBER_DATABASE_KILLS: '50',
  AMBER_ACK_ROUNDS: '100',
  AMBER_FRAMES: '1000000',
  AMBER_GUESSES: '10000',
  AMBER_SMS_REQUESTS: '100000',
  AMBER_RUNS: '100',
  AMBER_ROOM: '600000',
  AMBER_MODEL_RUNS: '10000',
  AMBER_CHAOS: 'full',
  AMBER_DEPLOY: 'full',
  AMBER_FIREFOX: 'full',
  AMBER_TOUR: 'full',
  AMBER_FROZEN: '100',
  AMBER_HOSTILE: '60',
  AMBER_STORE: 'large',
  AMBER_STREAMS: '100',
  AMBER_RESTORED: '40',
  AMBER_FLEET_ROUNDS: '200',
};

const start = Date.now();
const parts = process.argv.slice(2);
const found = { node: nodeFiles(parts), distributed: distributedFiles(parts), browser: browserFiles(parts) };
if (Object.values(found).every(({ length }) => length === 0)) {
  console.error(
    `amber: no test file has ${parts.join(' or ')} in its path. \`npm run soak -- federation\` is an example.`,
  );
  process.exit(1);
}
await build();
const env = { ...rounds, CHROMIUM: await ensureChromium() };
let status = 0;
const vitest = async (more: Record<string, string>): Promise<number> =>
  (await run(bin('vitest'), ['run', '--testTimeout=3600000', ...parts], { env: { ...env, ...more } })).status;
if (found.node.length > 0) status = await vitest({});
if (found.distributed.length > 0) {
  await ensureProgram(natsServer);
  await ensureProgram(turnServer);
  status = (await vitest({ [lengthVariable]: 'distributed' })) || status;
}
if (found.browser.length > 0) {
  const args = ['test', '--config=e2e/playwright.config.ts', '--repeat-each=10', ...parts];
  status = (await run(bin('playwright'), args, { env })).status || status;
}
printStatus(`soaked for ${elapsedSince(start)}`);
process.exitCode = status;
