import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { addNegotiation } from '../core/negotiation.ts';
import { preferredLanguage } from './preferredLanguage.ts';

const app = Fastify();
addNegotiation(app);
app.get('/', (request) => preferredLanguage(request.languages(), ['en', 'zh-Hans']));

test.each([
  ['', 'en'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh-Hans'],
  ['zh', 'zh-Hans'],
  ['zh-TW', 'zh-Hans'],
  ['de-DE,de;q=0.9', 'en'],
  ['de, zh-SG;q=0.5, en;q=0.4', 'zh-Hans'],
  ['en-US,en;q=0.9,zh;q=0.8', 'en'],
  ['zh;q=0, en;q=0.1', 'en'],
  ['*', 'en'],
  [';;,q=,\u0000,en-', 'en'],
  ['zh,'.repeat(100_000), 'zh-Hans'],
  ['en;q=nonsense, zh', 'zh-Hans'],
])('R219 a browser that asks for %.40j reads %s', async (header, language) => {
  const { body } = await app.inject({ url: '/', headers: { 'accept-language': header } });
  expect(body).toBe(language);
});
