import { limits as usual, type Limits } from '@amber/proto/limits';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createSmsCodes } from './sms.ts';
import { createHourlyQuotas } from '../../db/hourlyQuotas.ts';
import { openStore, type Store } from '../../db/store.ts';
import { outcomeCode } from '../../testing/client.ts';
import { migratedDatabase } from '../../testing/gateway.ts';
import { scaledTimeout } from '../../testing/machine.ts';

const hour = 60 * 60_000;
let store: Store;
let now: number;
const sent: string[] = [];
const warnings: unknown[] = [];

beforeEach(async () => {
  await store?.close();
  store = await openStore({ databaseUrl: await migratedDatabase() });
  now = Date.UTC(2026, 0, 1);
  sent.length = 0;
  warnings.length = 0;
});
afterAll(() => store.close());

const codes = new Map<string, string>();

function start(limits: Partial<Limits> = {}, prefixes: string[] = []) {
  const clock = () => now;
  const sms = createSmsCodes({
    db: store.db,
    clock,
    limits: { ...usual, ...limits },
    quotas: createHourlyQuotas({ db: store.db, clock }),
    secret: 'secret',
    numberOf: (phone) => phone,
    prefixes,
    log: {
      warn: (facts: unknown) => {
        warnings.push(facts);
      },
    },
    provider: {
      name: 'test',
      async send(phone, code) {
        sent.push(phone);
        codes.set(phone, code);
      },
    },
  });
  const ask = (phone: string, address = '203.0.113.9') => outcomeCode(sms.send(phone, 'd', address));
  return { ...sms, ask };
}

/** Numbers that are not neighbours. */
const scattered = (index: number) => `+${String(100_000_000 + index * 7_919_777).slice(0, 9)}00`;
/** From as many networks. */
const network = (index: number) => `${1 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}.1`;

describe('T2 what is spent on codes', () => {
  test('T2 one network has its share, another has its own, and an hour later it is given anew', async () => {
    const { ask } = start({ codesPerNetwork: 3 });
    const outcomes = [];
    for (let index = 0; index < 4; index += 1) outcomes.push(await ask(scattered(index), `203.0.113.${index}`));
    expect(outcomes).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS', '100002']);
    expect(await ask(scattered(5), '203.0.114.1')).toBe('SUCCESS');
    now += hour;
    expect(await ask(scattered(6))).toBe('SUCCESS');
  });

  test('T2 numbers one after the other trip, whoever asks', async () => {
    const { ask } = start({ codesPerNeighbours: 5 });
    const outcomes = [];
    for (let index = 0; index < 8; index += 1)
      outcomes.push(await ask(`+491511234${String(index).padStart(3, '0')}`, network(index)));
    expect(outcomes.filter((code) => code === 'SUCCESS')).toHaveLength(5);
    expect(await ask('+491511235000', network(100))).toBe('SUCCESS');
  });

  test('T2 a prefix has its share', async () => {
    const { ask } = start({ codesPerPrefix: 4 });
    for (let index = 0; index < 6; index += 1) await ask(`+9991${index}000000`, network(index));
    expect(sent).toHaveLength(4);
    expect(await ask('+4915100000000', network(9))).toBe('SUCCESS');
  });

  test('T2 all together have a budget, and it is not used up by what others were refused for', async () => {
    const { ask } = start({ codesPerHour: 20, codesPerNetwork: 5 });
    for (let index = 0; index < 50; index += 1) await ask(scattered(index));
    expect(sent).toHaveLength(5);
    for (let index = 0; index < 50; index += 1) await ask(scattered(100 + index), network(index));
    expect(sent).toHaveLength(20);
  });

  test(
    'T2 a flood over many numbers and networks costs no more than the budget',
    async () => {
      const requests = Number(process.env['AMBER_SMS_REQUESTS'] ?? 2_000);
      const { ask } = start({ codesPerHour: 100 });
      for (let done = 0; done < requests; done += 50) {
        await Promise.all(
          Array.from({ length: 50 }, (_, index) =>
            ask(scattered((done + index) % Math.ceil(requests / 10)), network((done + index) % 997)),
          ),
        );
      }
      expect(sent.length).toBeGreaterThan(0);
      expect(sent.length).toBeLessThanOrEqual(100);
    },
    scaledTimeout(3_600_000),
  );

  describe('T2 what a few networks request does not lock out newcomers', () => {
    /** Numbers of one prefix that are not neighbours. */
    const german = (index: number) => `+4915${String(10_000_000 + index * 7_919).slice(0, 8)}`;

    /** A few networks request as much as each may. */
    async function flood({ ask }: ReturnType<typeof start>, count: number): Promise<number> {
      const outcomes = [];
      for (let index = 0; index < count; index += 1)
        outcomes.push(await ask(german(index), network(Math.floor(index / usual.codesPerNetwork))));
      return outcomes.filter((code) => code === 'SUCCESS').length;
    }

    test('T2 a part of the codes of a prefix stays for networks that ask for few numbers', async () => {
      const sms = start();
      expect(await flood(sms, 540)).toBeLessThan(usual.codesPerPrefix);
      expect(await sms.ask(german(1_000), network(1_000))).toBe('SUCCESS');
      expect(await sms.ask(german(1_001), network(1_000))).toBe('SUCCESS');
      expect(await sms.ask(german(1_002), network(1_000))).toBe('100002');
    });

    test('T2 so does a part of all codes', async () => {
      const sms = start({ codesPerHour: 100 });
      expect(await flood(sms, 120)).toBeLessThan(100);
      expect(await sms.ask(scattered(1_000), network(1_000))).toBe('SUCCESS');
    });

    test('T2 a number that is asked for again counts once', async () => {
      const sms = start();
      await flood(sms, 540);
      for (let sent = 0; sent < 5; sent += 1) {
        expect(await sms.ask(german(1_000), network(1_000))).toBe('SUCCESS');
        now += 60_000;
      }
    });

    test('T2 the part that stays has its end too, and an hour later all is given anew', async () => {
      const sms = start({ codesPerPrefix: 10 });
      const outcomes = [];
      for (let index = 0; index < 20; index += 1) outcomes.push(await sms.ask(german(index), network(index)));
      expect(outcomes.filter((code) => code === 'SUCCESS')).toHaveLength(10);
      now += hour;
      expect(await sms.ask(german(21), network(1))).toBe('SUCCESS');
    });

    test('T2 operators are alerted once, without a number, and see it until the hour is over', async () => {
      const sms = start();
      expect(await sms.exhaustedPrefixes()).toEqual([]);
      await flood(sms, 540);
      const alerts = warnings.filter((facts) => 'prefix' in (facts as object));
      expect(alerts).toEqual([{ prefix: '+4915', codes: expect.any(Number) as number }]);
      expect(await sms.exhaustedPrefixes()).toEqual([{ prefix: '+4915', requests: 540 }]);
      now += hour;
      expect(await sms.exhaustedPrefixes()).toEqual([]);
    });
  });

  test('T2 this machine is spared, but for what holds for one phone', async () => {
    const { ask } = start({ codesPerNetwork: 1, codesPerNeighbours: 1, codesPerPrefix: 1, codesPerHour: 1 });
    for (let index = 0; index < 5; index += 1) expect(await ask(`+49151123400${index}`, '127.0.0.1')).toBe('SUCCESS');
    expect(await ask('+491511234000', '127.0.0.1')).toBe('100002');
  });

  test('T2 where prefixes are named no other number is sent anything', async () => {
    const { ask } = start({}, ['+49', '+44']);
    expect([await ask('+4915112340'), await ask('+1555123456'), await ask('015112340')]).toEqual([
      'SUCCESS',
      '100001',
      '100001',
    ]);
  });

  test('T2 codes that nobody uses are noticed, without a word about whose they were', async () => {
    const { ask } = start();
    for (let index = 0; index < 50; index += 1) await ask(scattered(index), network(index));
    expect(warnings).toEqual([{ sent: 50, usedShare: 0 }]);
  });

  test('T2 codes that are used give no alarm', async () => {
    const { ask, redeem } = start();
    for (let index = 0; index < 50; index += 1) {
      await ask(scattered(index), network(index));
      if (index % 2) await redeem(scattered(index), 'd', codes.get(scattered(index))!, network(index));
    }
    expect(warnings).toEqual([]);
  });
});

describe("R227 strangers who ask for a phone's codes", () => {
  const phone = '+4915112340001';
  const [home, cafe] = ['203.0.113.9', '198.51.100.7'];
  const minute = 60_000;

  /** Signs in from home, while many networks request codes all day. */
  async function besieged(limits: Partial<Limits> = {}) {
    const { send, redeem } = start(limits);
    const ask = (address: string, device: string) => outcomeCode(send(phone, device, address));
    await ask(home, 'own');
    expect(await outcomeCode(redeem(phone, 'own', codes.get(phone)!, home))).toBe('SUCCESS');
    const strangers = async (count: number) => {
      const outcomes = [];
      for (let index = 0; index < count; index += 1) {
        now += minute;
        outcomes.push(await ask(network(index), `d${index}`));
      }
      return outcomes.filter((code) => code === 'SUCCESS').length;
    };
    return { ask, redeem, strangers };
  }

  test('R227 do not keep out who has signed in from there before, on a new device', async () => {
    const { ask, redeem, strangers } = await besieged();
    expect(await strangers(40)).toBeLessThanOrEqual(10);
    expect(await ask(cafe, 'new')).toBe('100002');
    expect(await ask(home, 'new')).toBe('SUCCESS');
    expect(await outcomeCode(redeem(phone, 'new', codes.get(phone)!, home))).toBe('SUCCESS');
  });

  test('R227 nor who has signed in on that device before, elsewhere', async () => {
    const { ask, strangers } = await besieged();
    await strangers(40);
    expect(await ask(cafe, 'own')).toBe('SUCCESS');
  });

  test('R227 nor does a code that a stranger has just asked for make the owner wait', async () => {
    const { ask } = await besieged();
    now += minute;
    expect([await ask(cafe, 'd'), await ask(home, 'new')]).toEqual(['SUCCESS', 'SUCCESS']);
  });

  test('R227 nor what they have asked for neighbours, a country or all', async () => {
    const limits = { codesPerNeighbours: 3, codesPerPrefix: 3, codesPerHour: 3 };
    const { ask, strangers } = await besieged(limits);
    expect(await strangers(5)).toBeLessThanOrEqual(3);
    expect(await ask(home, 'new')).toBe('SUCCESS');
  });

  test('T2 R227 who has signed in there has no more than a stranger, and all together send a phone no more than that for each', async () => {
    const { ask, strangers } = await besieged();
    const fromHome = async () => {
      now += minute;
      return ask(home, 'new');
    };
    const own = [];
    for (let index = 0; index < 20; index += 1) own.push(await fromHome());
    const byDevice = [];
    for (let index = 0; index < 20; index += 1) {
      now += minute;
      byDevice.push(await ask(network(1_000 + index), 'own'));
    }
    await strangers(20);
    expect([own, byDevice].map((outcomes) => outcomes.filter((code) => code === 'SUCCESS').length)).toEqual([10, 10]);
    expect(sent.length).toBeLessThanOrEqual(30);
  });

  test('T4 R227 what is kept of a network cannot be read', async () => {
    await besieged();
    const { rows } = await store.pool.query('select who from sms_proved order by who');
    expect(rows).toEqual([{ who: 'device own' }, { who: expect.stringMatching(/^from [\w-]{43}$/) as string }]);
  });
});

test.each([-hour, hour])('R227 a clock that is set by %i ms makes nobody wait for a code', async (step) => {
  const { ask } = start();
  expect(await ask(scattered(1))).toBe('SUCCESS');
  now += step;
  expect(await ask(scattered(1))).toBe('SUCCESS');
  expect(await ask(scattered(1))).toBe('100002');
  now += 60_000;
  expect(await ask(scattered(1))).toBe('SUCCESS');
});

test('T1 a network that has guessed too often is answered as if every code were wrong, for an hour', async () => {
  const { send, redeem } = start({ guessesPerNetwork: 10 });
  for (let index = 0; index < 10; index += 1)
    expect(await outcomeCode(redeem(scattered(index), 'd', '000000', '203.0.113.9'))).toBe('100004');
  const phone = scattered(99);
  await send(phone, 'd', '203.0.113.9');
  expect(await outcomeCode(redeem(phone, 'd', codes.get(phone)!, '203.0.113.10'))).toBe('100004');
  expect(await outcomeCode(redeem(phone, 'd', codes.get(phone)!, '198.51.100.1'))).toBe('SUCCESS');
  now += hour;
  await send(phone, 'd', '203.0.113.9');
  expect(await outcomeCode(redeem(phone, 'd', codes.get(phone)!, '203.0.113.9'))).toBe('SUCCESS');
});
