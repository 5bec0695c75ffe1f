// Signs a new person in without the sign-in pages: makes their calls, and writes the data that they would store.
import type { Page } from '@playwright/test';
import type { AccountRow } from '@amber/client/db';
import { apiOf, call } from '@amber/gateway/testing/client';
import { limits } from '@amber/proto/limits';
import { randomUUID } from 'node:crypto';
import { toSession } from '../../shell/engine/session/accounts.ts';
import { deviceName } from '../../shell/engine/session/deviceName.ts';
import type { GatewayProcess } from './gatewayProcess.ts';

interface NewPerson {
  name: string;
  phone: string;
  page: Page;
}

interface AppUnderTest {
  url: string;
  gateway: Pick<GatewayProcess, 'codeFor'>;
}

/**
 * Registers a new person with a profile, and this browser as the device; returns the row that the engine would have at
 * the end.
 */
async function register({ page, name, phone }: NewPerson, { url, gateway }: AppUnderTest): Promise<AccountRow> {
  const { origin } = new URL(url);
  const deviceId = randomUUID();
  await call(origin, 'login.getSms', { phone, deviceId });
  const code = await gateway.codeFor(phone);
  const { token, refreshToken } = await call(origin, 'login.login', { phone, code, appId: limits.appId, deviceId });
  const { user } = apiOf(origin, token);
  const agent = await page.evaluate(() => navigator.userAgent);
  const deviceInfo = { token, uuid: deviceId, baseInfo: true, deviceName: deviceName(agent), system: 'web' };
  const { newDevice, name: session, hasKeys } = await user.init(deviceInfo);
  const { list } = await user.preparedAvatar({});
  const { userInfo } = await user.updateUserInfo({ avatar: list[0]!, lastName: name });
  const { identifier, avatar, lastName } = userInfo!;
  const profile = { identifier, avatar, lastName, newDevice, name: session, proof: '', keysLost: !hasKeys };
  return { key: `phone:${phone}`, deviceId, token, refreshToken, ...profile, current: 1 };
}

/** Writes the row into the browser, as `openDeviceDb` would, and the data that pages store about it. */
const storeAccount = (page: Page, account: AccountRow) =>
  page.evaluate(
    ([row, session]) =>
      new Promise<void>((resolve, reject) => {
        const openRequest = indexedDB.open('amber', 10);
        openRequest.onupgradeneeded = () => {
          const store = openRequest.result.createObjectStore('accounts', { keyPath: 'key' });
          for (const field of ['identifier', 'current']) store.createIndex(field, field);
        };
        openRequest.onerror = () => reject(openRequest.error);
        openRequest.onsuccess = () => {
          const transaction = openRequest.result.transaction('accounts', 'readwrite');
          transaction.objectStore('accounts').put(row);
          transaction.oncomplete = () => {
            openRequest.result.close();
            localStorage.setItem('amber-session', session);
            resolve();
          };
        };
      }),
    [account, JSON.stringify(toSession(account))] as const,
  );

/** Opens the app, signed in and set up. The forms have tests of their own. */
export async function openSignedIn(person: NewPerson, app: AppUnderTest): Promise<void> {
  const { page } = person;
  await page.goto(`${app.url}favicon.svg`); // an address of the app that starts no engine
  await storeAccount(page, await register(person, app));
  await page.goto(app.url);
}
