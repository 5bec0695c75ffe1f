// Sign-in calls with a separate host (LOGIN_URL).
import { startFaultProxy } from '../kit/faultProxy.ts';
import { startGatewayProcess } from '../kit/gatewayProcess.ts';
import { expect, openNewcomer, completeProfile, signIn, test } from '../kit/world.ts';

test('R2 R50 codes are asked for and proved on the login host, everything else on this one', async ({
  browser,
  complaints,
}) => {
  // Two origins in front of one gateway: it must know both before it starts.
  const [pages, login] = [await startFaultProxy(0), await startFaultProxy(0)];
  const url = `http://localhost:${pages.port}/chat/`;
  const loginUrl = `http://localhost:${login.port}`;
  const gateway = await startGatewayProcess({ PUBLIC_URL: `http://localhost:${pages.port}`, LOGIN_URL: loginUrl });
  pages.redirectTo(gateway.port);
  login.redirectTo(gateway.port);
  const person = await openNewcomer(browser, { world: { url }, complaints }, 'Lena Login');
  await person.page.goto(url);
  // Without its host no code can be requested, though all else works.
  login.set({ offline: true });
  await person.page.getByRole('textbox', { name: 'Phone number' }).fill(person.phone);
  await person.page.getByRole('button', { name: 'Get code' }).click();
  await expect(person.page.getByRole('alert')).toHaveText('The request failed, please check your network connection');
  login.set({ offline: false });
  await signIn(person, gateway);
  await completeProfile(person);
  await person.page.goto(`${url}settings/profile`);
  await expect(person.page.getByRole('textbox', { name: 'Name' })).toHaveValue('Lena Login');
  await person.context.close();
  await pages.close();
  await login.close();
  await gateway.close();
});
