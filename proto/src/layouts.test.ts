import { expect, it } from 'vitest';
import { enums, layouts as first } from '../gen/firstLayouts.ts';
import { layouts as later } from '../gen/laterLayouts.ts';
import { layouts } from '../gen/layouts.ts';
import { commands, routes } from '../gen/routes.ts';

it('the messages of an engine come in two parts, of which the first needs nothing of the second', () => {
  expect(Object.keys(layouts).toSorted()).toEqual([...Object.keys(first), ...Object.keys(later)].toSorted());
  const scalars = new Set(['string', 'bytes', 'bool', 'int32', 'int64']);
  const unknown = (known: object) =>
    Object.values(known as typeof layouts)
      .flat()
      .map(([, , type]) => type)
      .filter((type) => !scalars.has(type) && !enums[type] && !first[type]);
  expect(unknown(first)).toEqual([]);
  // An engine asks for the second part by the name of a request, and reads every push without it.
  for (const { request, reply } of Object.values(routes)) expect(!first[reply] && first[request]).toBeFalsy();
  for (const { request, reply } of Object.values(commands))
    expect([first[request], first[reply]]).not.toContain(undefined);
  for (const name of ['Envelope', 'DevicesChanged', 'Sealed']) expect(first[name]).toBeDefined();
  expect(Object.keys(later).length).toBeGreaterThan(50);
});
