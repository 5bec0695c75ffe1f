// `npm run soak`: the same tests as `npm test`, with their long-running rounds.
import { build } from './build.ts';
import { ensureChromium } from './chromium.ts';
import { bin, run, say, seconds } from './run.ts';

/** Rounds, set by the environment variables that the tests read. */
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
  AMBER_FROZEN: '100',
  AMBER_HOSTILE: '60',
  AMBER_STORE: 'large',
  AMBER_STREAMS: '100',
  AMBER_RESTORED: '40',
};

const start = Date.now();
await build();
const env = { ...rounds, CHROMIUM: await ensureChromium() };
const unit = await run(bin('vitest'), ['run', '--testTimeout=3600000'], { env });
const browser = await run(bin('playwright'), ['test', '--config=e2e/playwright.config.ts', '--repeat-each=10'], {
  env,
});
say(`soaked for ${seconds(start)}`);
process.exitCode = unit.status || browser.status;
