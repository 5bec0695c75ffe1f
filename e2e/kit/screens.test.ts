import { expect, test } from 'vitest';
import { hostRoutes } from '../../shell/src/routes.ts';
import { remotePlacements } from '../../tools/remotePlacements.ts';
import { screens, visitorRoutes } from './screens.ts';

test('R22 the table of screens has every route of the host and of each feature', () => {
  const routes = [...hostRoutes, ...Object.values(remotePlacements).flatMap(({ paths }) => paths)];
  const listed = new Set([...screens.map(({ route }) => route), ...visitorRoutes]);
  expect([...listed].toSorted()).toEqual([...routes.map(({ path }) => path), '*'].toSorted());
});
