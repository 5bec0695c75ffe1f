// The people of the demo's world; whoever tries the demo signs in as the first one.

export const people = [
  { name: 'Ada Lovelace', phone: '+441000000001' },
  { name: 'Grace Hopper', phone: '+441000000002' },
  { name: 'Alan Turing', phone: '+441000000003' },
  { name: 'Katherine Johnson', phone: '+441000000004' },
  { name: 'Donald Knuth', phone: '+441000000005' },
] as const;

export type PersonName = (typeof people)[number]['name'];

export const visitor = people[0];
