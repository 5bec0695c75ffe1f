import { openDeviceDb } from '@amber/client/db';
import { Fault } from '@amber/proto/faults';
import { afterEach, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../engine.ts';
import { Clock } from '../testing/clock.ts';
import { createFakeGateway } from '../testing/fakeGateway.ts';
import { newDatabases } from '../testing/startAlice.ts';

const engines: Engine[] = [];
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
});

async function browser() {
  const [gateway, databases, clock] = [createFakeGateway(), newDatabases(), new Clock()];
  const engine = await createEngine({
    clock,
    databases,
    origin: 'http://gateway.test',
    deviceName: 'Chrome on Linux',
    fetch: gateway.fetch,
    openSocket: gateway.openSocket,
    locks: { request: (_, __, whileHeld) => whileHeld() },
  });
  engines.push(engine);
  return { gateway, databases, ...engine.calls, state$: engine.state$ };
}

const wallet = '0xAB00000000000000000000000000000000000001';
const signed = { wallet, message: 'message', signature: 'signed' };
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no fault',
    (thrown: unknown) => (thrown as Fault).code,
  );

describe('R4 R5 signing in by wallet', () => {
  it('R4 R5 the nonce and the signature are for one device, made once, however the address is spelled', async () => {
    const { gateway, state$, walletNonce, signInByWallet } = await browser();
    const given = await walletNonce({ wallet: wallet.toLowerCase(), purpose: 'signIn' });
    expect(given).toMatchObject({ nonce: 'n'.repeat(32), chainId: 1 });
    await signInByWallet(signed);
    const [asked] = gateway.requests('login.walletNonce');
    expect(gateway.requests('login.loginByWallet')).toEqual([
      { ...signed, appId: 1, deviceId: asked!.deviceId, inviteId: '' },
    ]);
    expect(state$.value.session!.deviceId).toBe(asked!.deviceId);
  });

  it('R5 a wallet and a phone on one browser are two devices', async () => {
    const { gateway, walletNonce, getSms } = await browser();
    await walletNonce({ wallet, purpose: 'signIn' });
    await getSms({ phone: '+1' });
    expect(gateway.requests('login.getSms')[0]!.deviceId).not.toBe(gateway.requests('login.walletNonce')[0]!.deviceId);
  });

  it('R4 what the gateway refuses signs nobody in', async () => {
    const { state$, signInByWallet } = await browser();
    expect(await codeOf(signInByWallet({ ...signed, signature: 'other' }))).toBe('200003');
    expect(state$.value.session).toBeNull();
  });

  it('R17 R5 a wallet that was bound here is the same device afterwards', async () => {
    const { gateway, state$, signIn, signOut, walletNonce, bindWallet, signInByWallet } = await browser();
    await signIn({ phone: '+1', code: '123456' });
    const { deviceId } = state$.value.session!;
    await walletNonce({ wallet, purpose: 'bind' });
    expect(gateway.requests('login.walletNonce')[0]!.deviceId).toBe(deviceId);
    await bindWallet(signed);
    expect(gateway.requests('user.bindWallet')).toEqual([signed]);
    await signOut({ wipe: false });
    await signInByWallet(signed);
    expect(state$.value.session!.deviceId).toBe(deviceId);
  });

  it('R5 R17 a wallet that was bound elsewhere is the device that this browser has been by phone', async () => {
    const { gateway, state$, signIn, signOut, walletNonce, signInByWallet } = await browser();
    const digits = '0000000000000000000000000000000000000001';
    const number = `+0${digits}`; // what the tests' gateway derives from a wallet
    await signIn({ phone: number, code: '123456' });
    const { deviceId, identifier } = state$.value.session!;
    await signOut({ wipe: false });
    const same = { ...signed, wallet: `0x${digits}` };
    await walletNonce({ wallet: same.wallet, purpose: 'signIn' });
    await signInByWallet(same);
    expect(state$.value.session).toMatchObject({ deviceId, identifier });
    expect(gateway.requests('user.init').map(({ uuid }) => uuid)).toEqual([deviceId, deviceId]);
    expect(gateway.requests('login.loginByWallet')[0]!.deviceId).not.toBe(deviceId);
  });

  it('R17 nobody who is not signed in binds a wallet', async () => {
    const { gateway, walletNonce, bindWallet } = await browser();
    expect(await codeOf(walletNonce({ wallet, purpose: 'bind' }))).toBe('SIGNED_OUT');
    expect(await codeOf(bindWallet(signed))).toBe('SIGNED_OUT');
    expect(gateway.asked).toEqual([]);
  });
});

describe('R20 an invitation code that is wrong', () => {
  it('R20 R161 is corrected without another code: what was proved is not proved twice', async () => {
    const { gateway, state$, signIn, databases } = await browser();
    gateway.faults.refuse.set('user.init', (request) =>
      (request as { inviteId: string }).inviteId === 'wrong' ? new Fault('300001') : undefined,
    );
    expect(await codeOf(signIn({ phone: '+1', code: '123456', inviteId: 'wrong' }))).toBe('300001');
    expect(state$.value.session).toBeNull();
    await signIn({ phone: '+1', code: '123456', inviteId: 'right' });
    expect(state$.value.session?.identifier).toBe('1');
    expect(gateway.requests('login.login')).toHaveLength(1);
    const device = openDeviceDb(databases);
    expect(await device.accounts.toArray()).toMatchObject([{ key: 'phone:+1', proof: '' }]);
    device.close();
  });

  it('R3 whoever does not know the code does not finish what another has begun', async () => {
    const { gateway, state$, signIn } = await browser();
    gateway.faults.refuse.set('user.init', () => new Fault('300001'));
    await codeOf(signIn({ phone: '+1', code: '123456', inviteId: 'wrong' }));
    gateway.faults.refuse.clear();
    expect(await codeOf(signIn({ phone: '+1', code: '000000' }))).toBe('100004');
    expect(state$.value.session).toBeNull();
  });
});
