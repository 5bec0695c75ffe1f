// `npm run tour [-- --auto]`: shows how a team ships a feature, from an empty folder to a repaired release.
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { build } from './build.ts';
import { elapsedSince, printStatus } from './run.ts';
import { hasDisplay, noTourBrowser, openTourBrowser } from './tour/tourBrowser.ts';
import { createTourFolder } from './tour/tourFolder.ts';
import { startTourGateway } from './tour/tourGateway.ts';
import { remote, tourBucket, tourSteps } from './tour/tourSteps.ts';

/** Undone in reverse order at the end, also after Ctrl+C. */
const cleanups: (() => Promise<void>)[] = [];
async function cleanUp(): Promise<void> {
  for (const undo of cleanups.splice(0).reverse()) await undo();
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)));

/** Waits for Enter; with `--auto`, or when there is no terminal, it goes on at once. */
async function waitForEnter(isAuto: boolean): Promise<void> {
  if (isAuto || !process.stdin.isTTY) return;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT')); // which it would otherwise swallow
  await terminal.question('Press Enter to go on ');
  terminal.close();
}

async function tour(isAuto: boolean): Promise<void> {
  await build();
  const gateway = await startTourGateway();
  cleanups.push(gateway.close);
  const page = `${gateway.url}/chat/${remote}`;
  const { url: kit } = (await (await fetch(`${gateway.url}/chat/kit/`)).json()) as { url: string };
  const deployToken = await gateway.createDeployToken(remote);
  printStatus(`an operator has made a deploy token for ${remote}; this is all that a team needs besides the kit`);
  const isShown = hasDisplay();
  const browser =
    isShown || isAuto ? await openTourBrowser({ url: page, headless: !isShown, bucket: tourBucket() }) : noTourBrowser;
  cleanups.push(browser.close);
  printStatus(
    browser === noTourBrowser
      ? `open ${page} and reload it after each step; of 20 browsers, one is among the first 5 %`
      : 'the browser of the tour is among the first 5 % of each release',
  );
  const folder = createTourFolder({ kit, deployToken, print: (line) => console.log(`    ${line}`) });
  cleanups.push(folder.remove);
  for (const [index, { explanation, run }] of tourSteps.entries()) {
    printStatus(`${index + 1}/${tourSteps.length} ${explanation}`);
    const start = Date.now();
    await run({ kit, folder, browser });
    console.log(`    done in ${elapsedSince(start)}`);
    await waitForEnter(isAuto);
  }
  printStatus('this was all: CONTRIBUTING.md, "Ship a remote from your own repository", has the commands');
}

try {
  const { values } = parseArgs({ options: { auto: { type: 'boolean', default: false } } });
  await tour(values.auto);
} catch (error) {
  console.error(`amber: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  await cleanUp();
}
