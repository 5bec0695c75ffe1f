import { limits } from '@amber/proto/limits';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  apiOf,
  call,
  connectAs,
  groupOf,
  outcomeCode,
  sendText,
  signIn,
  type Person,
  type TestSocket,
} from '../testing/client.ts';
import { query, startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { newBundle } from '../testing/keys.ts';
import { startPushService, subscriptionAt, subscriptionKeys } from '../testing/pushService.ts';
import { signInRequest, testWallet } from '../testing/wallet.ts';

const day = 86_400_000;

let gateway: TestGateway;
let now = Date.now();
let alice: Person;
const opened: TestSocket[] = [];
const options = { clock: () => now, pushLoopback: true, limits: { codeResendAfter: 0 } };

beforeAll(async () => {
  gateway = await startTestGateway(options);
});
beforeEach(async () => {
  alice = await signIn(gateway, { name: 'Alice' });
  await publishKeys(alice);
});
afterEach(() => opened.splice(0).forEach((socket) => socket.close()));
afterAll(() => gateway.close());

/** Only an account whose approved device has keys has unapproved ones. */
const publishKeys = ({ api, deviceId }: Person) =>
  api.user.initPreKeyBundle({ isNewDevice: true, pkb: newBundle(deviceId) });
const listen = async (person: Person) => {
  const socket = await connectAs(person);
  opened.push(socket);
  return socket;
};
const request = ({ api, identifier }: Person) => api.user.deleteAccount({ confirm: identifier });
const cancel = ({ api }: Person) => api.user.cancelDeletion({});
const another = (person: Person, deviceId: string, approved = true) =>
  signIn(gateway, { phone: person.phone, deviceId, name: 'Alice', approved });
/** Tokens expire while the days pass. */
const again = (person: Person) => signIn(gateway, { phone: person.phone, deviceId: person.deviceId });
const makeOld = (person: Person) =>
  query(gateway, 'update person set created_at = $2 where identifier = $1', [person.identifier, now - 30 * day]);
const dates = (socket: TestSocket) =>
  socket.notices.flatMap(({ type, seq }) => (type === 'accountDeletion' ? [seq] : []));
const isDeleted = async ({ identifier }: Pick<Person, 'identifier'>) =>
  (
    await query<{ gone: boolean }>(gateway, 'select deleted_at is not null as gone from person where identifier = $1', [
      identifier,
    ])
  ).rows[0]!.gone;

describe('R247 deleting an account', () => {
  test('R247 R196 takes effect after seven days, and until then the account works', async () => {
    await makeOld(alice);
    const bob = await signIn(gateway, { name: 'Bob' });
    const group = await groupOf(alice, bob);
    const { deletesAt } = await request(alice);
    expect(deletesAt).toBe(now + limits.accountDeletionAfter);
    now += 7 * day - 1;
    await gateway.sweep();
    expect(await isDeleted(alice)).toBe(false);
    const later = await again(alice);
    await sendText(later, group, 'still here', { type: 'group' });
    now += 1;
    await gateway.sweep();
    expect(await isDeleted(alice)).toBe(true);
    expect(await outcomeCode(later.api.conversation.list({}))).toBe('9001');
    expect(await outcomeCode(later.api.user.refreshToken({ refreshToken: later.tokens.refreshToken }))).toBe(
      'ACCOUNT_DELETED',
    );
    const owners = await query(
      gateway,
      "select identifier from member where conversation = $1 and role = 'owner' and left_seq is null",
      [group],
    );
    expect(owners.rows).toEqual([{ identifier: bob.identifier }]);
    // A sweep that was interrupted after the deletion repeats nothing.
    await gateway.sweep();
    expect((await again(alice)).identifier).not.toBe(alice.identifier);
  });

  test('R247 takes effect after one day where the account is younger than a day', async () => {
    expect((await request(alice)).deletesAt).toBe(now + day);
    const bob = await signIn(gateway);
    await query(gateway, 'update person set created_at = $2 where identifier = $1', [bob.identifier, now - day]);
    expect((await request(bob)).deletesAt).toBe(now + 7 * day);
  });

  test('R247 is announced to every device, also to one that was away, and to one that signs in later', async () => {
    const laptop = await another(alice, 'laptop');
    const away = await another(alice, 'away');
    const sockets = [await listen(alice), await listen(laptop)];
    const { deletesAt } = await request(alice);
    for (const socket of sockets) {
      await socket.until(() => dates(socket).length === 1);
      expect(dates(socket)).toEqual([deletesAt]);
    }
    expect((await away.api.message.sync({})).notices.at(-1)).toMatchObject({ type: 'accountDeletion', seq: deletesAt });
    const phone = await another(alice, 'phone', false);
    expect(await phone.api.user.init({ uuid: 'phone' })).toMatchObject({ deletesAt });
    await cancel(laptop);
    for (const socket of sockets) {
      await socket.until(() => dates(socket).length === 2);
      expect(dates(socket)[1]).toBe(0);
    }
    expect((await away.api.message.sync({})).notices.at(-1)).toMatchObject({ type: 'accountDeletion', seq: 0 });
    expect(await phone.api.user.init({ uuid: 'phone' })).toMatchObject({ deletesAt: 0 });
  });

  test('R247 is cancelled: the account stays, and can be deleted later', async () => {
    await makeOld(alice);
    await request(alice);
    await cancel(alice);
    now += 8 * day;
    await gateway.sweep();
    expect(await isDeleted(alice)).toBe(false);
    const later = await again(alice);
    expect((await request(later)).deletesAt).toBe(now + 7 * day);
  });

  test('R247 cannot be cancelled once its date is past', async () => {
    const { deletesAt } = await request(alice);
    now = deletesAt;
    const later = await again(alice);
    expect(await outcomeCode(cancel(later))).toBe('ACCOUNT_DELETED');
    expect((await request(later)).deletesAt).toBe(deletesAt);
  });

  test('R247 requested again and again it keeps its date and notifies nobody', async () => {
    const socket = await listen(alice);
    const { deletesAt } = await request(alice);
    now += 60_000;
    const all = await Promise.all(Array.from({ length: 20 }, () => request(alice)));
    expect(new Set(all.map((reply) => reply.deletesAt))).toEqual(new Set([deletesAt]));
    await cancel(alice);
    await socket.until(() => dates(socket).includes(0));
    expect(dates(socket)).toEqual([deletesAt, 0]);
  });

  test('R247 at the same time it is scheduled once', async () => {
    const socket = await listen(alice);
    const all = await Promise.all(Array.from({ length: 8 }, () => request(alice)));
    expect(new Set(all.map(({ deletesAt }) => deletesAt)).size).toBe(1);
    await cancel(alice);
    await socket.until(() => dates(socket).includes(0));
    expect(dates(socket)).toHaveLength(2);
  });

  test('R247 requested and cancelled in turn it is limited, because each turn notifies all devices', async () => {
    const outcomes: string[] = [];
    for (let turn = 0; turn < 20; turn += 1) {
      outcomes.push(await outcomeCode(request(alice)));
      await cancel(alice);
    }
    expect(outcomes.filter((one) => one === 'SUCCESS')).toHaveLength(10);
    expect(outcomes.at(-1)).toBe('TOO_MANY');
    expect(await outcomeCode(cancel(alice))).toBe('SUCCESS');
  });

  test('R247 needs an approved device, to request it and to cancel it', async () => {
    const phone = await another(alice, 'phone', false);
    expect(await outcomeCode(request(phone))).toBe('NO_AUTH');
    await request(alice);
    expect(await outcomeCode(cancel(phone))).toBe('NO_AUTH');
    await alice.api.user.approveDevice({ deviceId: 'phone' });
    expect(await outcomeCode(cancel(phone))).toBe('SUCCESS');
    expect(await phone.api.user.init({ uuid: 'phone' })).toMatchObject({ deletesAt: 0 });
  });

  test('R247 is cancelled by the next sign-in where no approved device is left', async () => {
    await request(alice);
    await alice.api.user.signOutDevice({ deviceId: alice.deviceId });
    const next = await another(alice, 'next', false);
    expect(await outcomeCode(cancel(next))).toBe('SUCCESS');
  });

  test('R247 works for an account that has a wallet and no phone', async () => {
    const wallet = testWallet();
    const signInAgain = async () => call(gateway.url, 'login.loginByWallet', await signInRequest(gateway, wallet));
    const { token, identifier } = await signInAgain();
    const api = apiOf(gateway.url, token);
    await api.user.init({ uuid: 'd' });
    const { deletesAt } = await api.user.deleteAccount({ confirm: identifier });
    now = deletesAt;
    await gateway.sweep();
    expect(await isDeleted({ identifier })).toBe(true);
    expect((await signInAgain()).identifier).not.toBe(identifier);
  });

  test('R247 survives a restart of the gateway', async () => {
    const { deletesAt } = await request(alice);
    const restarted = await startTestGateway({ ...options, databaseUrl: gateway.databaseUrl });
    await restarted.sweep();
    expect(await isDeleted(alice)).toBe(false);
    now = deletesAt;
    await restarted.sweep();
    expect(await isDeleted(alice)).toBe(true);
    await restarted.close();
  });

  test('R247 one account that cannot be deleted does not hold up the others', async () => {
    const bob = await signIn(gateway);
    await request(alice);
    await request(bob);
    await query(gateway, 'update person set deletes_at = 1 where identifier = $1', [alice.identifier]);
    await query(gateway, 'update person set deletes_at = 2 where identifier = $1', [bob.identifier]);
    await query(
      gateway,
      `create function refuse_deletion() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
       create trigger refuse before update of deleted_at on person for each row when (old.identifier = '${alice.identifier}') execute function refuse_deletion()`,
    );
    await gateway.sweep();
    expect([await isDeleted(alice), await isDeleted(bob)]).toEqual([false, true]);
    await query(gateway, 'drop trigger refuse on person; drop function refuse_deletion');
    await gateway.sweep();
    expect(await isDeleted(alice)).toBe(true);
  });

  test('R247 R140 is pushed to devices whose app is closed, in their own words and in quiet hours, and not repeated', async () => {
    const service = await startPushService();
    const laptop = await another(alice, 'laptop');
    const ahead = now - Date.now();
    const quick = await startTestGateway({
      ...options,
      // A push that is postponed for some milliseconds would wait for ever while the clock stands still.
      clock: () => Date.now() + ahead,
      databaseUrl: gateway.databaseUrl,
      limits: { ...options.limits, pushDelay: 20, pushBatchWindow: 20, pushPollEvery: 20 },
    });
    /** This gateway pushes, so it has to be the one that is called. */
    const at = (person: Person): Person => ({ ...person, api: apiOf(quick.url, person.tokens.token) });
    const [mine, theirs] = [subscriptionKeys(), subscriptionKeys()];
    await alice.api.push.subscribe(subscriptionAt(`${service.url}/mine`, mine, { deleting: 'Mine' }));
    await laptop.api.push.subscribe(
      subscriptionAt(`${service.url}/laptop`, theirs, {
        deleting: 'Your account goes',
        quiet: true,
        quietFrom: 0,
        quietTo: 1_439,
        timeZone: 'UTC',
      }),
    );
    const pushed = () => service.pushesTo(`${service.url}/laptop`).map(({ body }) => JSON.parse(theirs.open(body)));
    await request(at(alice));
    await expect
      .poll(pushed)
      .toMatchObject([
        { notification: { title: 'Amber', body: 'Your account goes', data: { path: '/settings/account' } } },
      ]);
    await request(at(alice));
    await cancel(at(laptop));
    await request(at(alice));
    await expect.poll(() => pushed().length).toBe(2);
    // The device that asked for it needs no push.
    expect(service.pushesTo(`${service.url}/mine`)).toEqual([]);
    await cancel(at(laptop));
    await quick.close();
    await service.close();
  });
});
