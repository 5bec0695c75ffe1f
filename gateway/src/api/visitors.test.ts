import pg from 'pg';
import { limits } from '@amber/proto/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf, chatOf, outcomeCode, sendText, signIn } from '../testing/client.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';

let gateway: TestGateway;
let database: pg.Client;

beforeAll(async () => {
  gateway = await startTestGateway();
  database = new pg.Client({ connectionString: gateway.databaseUrl });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await gateway.close();
});

test('R228 visitors whose questions take long hold up nobody who is signed in; too many of them are refused', async () => {
  const [anna, ben] = [await signIn(gateway, { name: 'Anna' }), await signIn(gateway, { name: 'Ben' })];
  const chat = await chatOf(anna, ben);
  const visitor = apiOf(gateway.url);
  // Calls that all visitors share have to wait.
  await database.query('begin; lock table blog, campaign in access exclusive mode');
  const asked = Array.from({ length: limits.visitorsWaitingMax + 60 }, (_, n) =>
    outcomeCode(n % 2 ? visitor.circle.getUserBlogList({}) : visitor.airdrop.list({})),
  );
  await Promise.race(asked);
  expect(await outcomeCode(sendText(anna, chat, 'hello'))).toBe('SUCCESS');
  expect((await ben.api.conversation.list({})).list).toHaveLength(1);
  await database.query('rollback');
  const outcomes = await Promise.all(asked);
  expect(outcomes.filter((one) => one === 'UNAVAILABLE').length).toBeGreaterThan(0);
  expect(outcomes.filter((one) => one === 'SUCCESS').length).toBeGreaterThan(0);
  expect(outcomes.every((one) => one === 'SUCCESS' || one === 'UNAVAILABLE')).toBe(true);
  expect(await outcomeCode(visitor.circle.getUserBlogList({}))).toBe('SUCCESS');
});
