import { limits } from '@amber/proto/limits';
import { expect, test } from 'vitest';
import { createTickets } from './tickets.ts';

let now = 1_000;
const tickets = createTickets({ secret: 'secret', clock: () => now, limits });

test('R208 a ticket says whose it is for a day, and not a letter of it may be another', () => {
  const ticket = tickets.issue('alice');
  expect(tickets.accountOf(ticket)).toBe('alice');
  const [identifier, until, mac] = ticket.split('.') as [string, string, string];
  for (const forged of [
    `bob.${until}.${mac}`,
    `${identifier}.${Number(until) + 1}.${mac}`,
    `${identifier}.${until}.${mac.slice(1)}`,
    `${identifier}.${until}`,
    createTickets({ secret: 'other', clock: () => now, limits }).issue('alice'),
    '',
    '..',
    'alice',
  ])
    expect(tickets.accountOf(forged)).toBeNull();
  now += limits.healthTicketFor;
  expect(tickets.accountOf(ticket)).toBeNull();
});

test('R208 an account is called otherwise in each release', () => {
  const names = [
    ['chat', '1.0.0'],
    ['chat', '1.1.0'],
    ['ai', '1.0.0'],
  ].map(([remote, version]) => tickets.pseudonym(remote!, version!, 'alice').toString('hex'));
  expect(new Set(names).size).toBe(3);
});
