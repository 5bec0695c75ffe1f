// `npm run e2e [-- FILE…]`: builds, then runs all browser tests or the named ones.
import { build } from './build.ts';
import { ensureChromium } from './chromium.ts';
import { bin, run } from './run.ts';
import { moveTmpdirToMemory } from './scratch.ts';

moveTmpdirToMemory();
await build();
const env = { CHROMIUM: await ensureChromium() };
const { status } = await run(
  bin('playwright'),
  ['test', '--config=e2e/playwright.config.ts', ...process.argv.slice(2)],
  { env },
);
process.exitCode = status;
