// A call between two people who are no contacts: their devices meet at a relay, and learn no address of each other.
import { type Browser, expect, test as base } from '@playwright/test';
import { scaledTimeout } from '@amber/gateway/testing/machine';
import { startRelayServer } from '@amber/gateway/testing/relayServer';
import { type GatewayProcess, startGatewayProcess } from '../kit/gatewayProcess.ts';
import { callOptions, candidateTypes, heardEnergy, watchConnections } from '../kit/watchCalls.ts';
import { openAppAs, openChat, openNewcomer, sendMessage, withoutServiceWorker } from '../kit/world.ts';

interface Relayed {
  gateway: GatewayProcess;
  relay: Awaited<ReturnType<typeof startRelayServer>>;
  url: string;
}

const test = base.extend<object, { world: Relayed }>({
  world: [
    async ({}, use) => {
      const relay = await startRelayServer({ permitsLoopback: true });
      const gateway = await startGatewayProcess({
        TURN_URLS: relay.settings.urls.join(),
        TURN_SECRET: relay.settings.secret,
      });
      await use({ gateway, relay, url: `http://localhost:${gateway.port}/chat/` });
      await gateway.close();
      await relay.close();
    },
    { scope: 'worker', timeout: scaledTimeout(300_000) },
  ],
});

test.use({ launchOptions: callOptions });

/** Two strangers, whose devices meet at the relay alone. */
async function openTwo(browser: Browser, world: Relayed, ...names: [string, string]) {
  const complaints: string[] = [];
  const shared = { world, complaints } as unknown as Parameters<typeof openAppAs>[1];
  const open = async (name: string) => {
    const person = await openNewcomer(browser, shared, name, withoutServiceWorker);
    await person.context.addInitScript(watchConnections);
    return openAppAs(person, shared);
  };
  const [ada, ben] = await Promise.all([open(names[0]), open(names[1])]);
  return { complaints, ada, ben };
}

test('R142 strangers call each other through the relay alone; the choice for contacts is kept', async ({
  browser,
  world,
}) => {
  const { complaints, ada, ben } = await openTwo(browser, world, 'Ada Relayed', 'Ben Relayed');
  await openChat(ada, ben.name);
  await sendMessage(ada, 'May I call you?');
  await ada.page.getByRole('button', { name: 'Call', exact: true }).click();
  await ben.page.getByRole('region', { name: 'Call' }).getByRole('button', { name: 'Accept' }).click();
  for (const { page } of [ada, ben]) {
    await expect.poll(() => heardEnergy(page)).toBeGreaterThan(0.001);
    expect(await candidateTypes(page)).toEqual({ used: ['relay'], found: ['relay'] });
  }
  await ada.page.getByRole('region', { name: 'Call' }).getByRole('button', { name: 'End call' }).click();
  await ada.page.goto(`${world.url}settings/privacy`);
  const choice = ada.page.getByRole('switch', { name: 'Hide my address' });
  await choice.click();
  await ada.page.reload();
  await expect(choice).toBeChecked();
  expect(complaints).toEqual([]);
  await Promise.all([ada.context.close(), ben.context.close()]);
});

test('R142 a call outlives ten seconds without any network: sound and picture come back by another path', async ({
  browser,
  world,
}) => {
  test.setTimeout(scaledTimeout(180_000));
  const { complaints, ada, ben } = await openTwo(browser, world, 'Ada Cut', 'Ben Cut');
  await openChat(ada, ben.name);
  await sendMessage(ada, 'May I call you?');
  await ada.page.getByRole('button', { name: 'Video call' }).click();
  const bar = ({ page }: typeof ada) => page.getByRole('region', { name: 'Call' });
  await bar(ben).getByRole('button', { name: 'Accept with video' }).click();
  const picture = ada.page.getByLabel(`Video of ${ben.name}`);
  await expect(picture).toBeVisible();
  for (const { page } of [ada, ben]) await expect.poll(() => heardEnergy(page)).toBeGreaterThan(0.001);

  const outage = ada.page.waitForTimeout(10_000); // its length is what the test is about
  await Promise.all([world.relay.stop(), world.gateway.kill()]);
  for (const person of [ada, ben]) await expect(bar(person)).toContainText('Reconnecting…', { timeout: 30_000 });
  await outage;
  await Promise.all([world.relay.start(), world.gateway.start()]);
  for (const person of [ada, ben]) await expect(bar(person)).toContainText(/\d:\d\d/, { timeout: 30_000 });
  const heard = await heardEnergy(ada.page);
  await expect.poll(() => heardEnergy(ada.page)).toBeGreaterThan(heard);
  const frames = () => picture.evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames);
  const shown = await frames();
  await expect.poll(frames).toBeGreaterThan(shown);
  await bar(ada).getByRole('button', { name: 'End call' }).click();
  await expect(bar(ben)).toContainText('Call ended');
  expect(complaints).toEqual([]);
  await Promise.all([ada.context.close(), ben.context.close()]);
});
