// A call between two people who are no contacts: their devices meet at a relay, and learn no address of each other.
import { expect, test as base } from '@playwright/test';
import { scaledTimeout } from '@amber/gateway/testing/machine';
import { startRelayServer } from '@amber/gateway/testing/relayServer';
import { type GatewayProcess, startGatewayProcess } from '../kit/gatewayProcess.ts';
import { callOptions, candidateTypes, heardEnergy, watchConnections } from '../kit/watchCalls.ts';
import { openAppAs, openChat, openNewcomer, sendMessage, withoutServiceWorker } from '../kit/world.ts';

interface Relayed {
  gateway: GatewayProcess;
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
      await use({ gateway, url: `http://localhost:${gateway.port}/chat/` });
      await gateway.close();
      await relay.close();
    },
    { scope: 'worker', timeout: scaledTimeout(300_000) },
  ],
});

test.use({ launchOptions: callOptions });

test('R142 strangers call each other through the relay alone; the choice for contacts is kept', async ({
  browser,
  world,
}) => {
  const complaints: string[] = [];
  const shared = { world, complaints } as unknown as Parameters<typeof openAppAs>[1];
  const open = async (name: string) => {
    const person = await openNewcomer(browser, shared, name, withoutServiceWorker);
    await person.context.addInitScript(watchConnections);
    return openAppAs(person, shared);
  };
  const [ada, ben] = await Promise.all([open('Ada Relayed'), open('Ben Relayed')]);
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
