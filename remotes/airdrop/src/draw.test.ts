import { expect, test } from 'vitest';
import { newTicket, verifyDraw, winnersOf } from './draw.ts';

// Made with sha256sum, by the rule of docs/draws.md.
const seed = '8f44d509e0492acec4fc109a030a5c751f063fb743cc388f0ed722bacc3bc66c';
const hash = '89a113d73ff45f925cb5f1efc58b0b5f57ff79f648e008388e1883bba4d2d961';
const tickets = [
  '3a1b897888a1927bb82641893311985d',
  '77e0e4b7dda814354f42c5f44b925dba',
  '9c62225442b089dc789e7e01349bb134',
  '24d2c227ca0206afff19e290979b5ad8',
  '0670f238bcda94b860591d0173b00097',
  'd71730c724932d912e7a9f1351069c75',
];
const winners = [
  '77e0e4b7dda814354f42c5f44b925dba',
  '24d2c227ca0206afff19e290979b5ad8',
  'd71730c724932d912e7a9f1351069c75',
];

test('R137 a draw is repeated in the browser: the smallest hashes win, whatever the order of the tickets', async () => {
  expect(await winnersOf(seed, tickets, 3)).toEqual(winners);
  expect(await winnersOf(seed, tickets.toReversed(), 3)).toEqual(winners);
  expect(await winnersOf(seed, tickets.slice(0, 2), 3)).toHaveLength(2);
});

test('R137 a draw with another seed, another winner or another order is noticed', async () => {
  const shown = (order: readonly string[]) => tickets.map((ticket) => ({ ticket, place: order.indexOf(ticket) + 1 }));
  const campaign = { seed, prizes: 3 };
  expect(await verifyDraw(campaign, hash, shown(winners))).toBe('right');
  expect(await verifyDraw({ ...campaign, seed: hash }, hash, shown(winners))).toBe('wrongSeed');
  const loser = tickets.find((ticket) => !winners.includes(ticket))!;
  expect(await verifyDraw(campaign, hash, shown([loser, ...winners.slice(1)]))).toBe('wrongWinners');
  expect(await verifyDraw(campaign, hash, shown(winners.toReversed()))).toBe('wrongWinners');
});

test('a ticket is 32 hexadecimal digits, another one each time', () => {
  expect(newTicket()).toMatch(/^[0-9a-f]{32}$/);
  expect(newTicket()).not.toBe(newTicket());
});
