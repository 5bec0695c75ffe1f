import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hostRoutes } from '../../shell/src/routes.ts';
import { remotePlacements } from '../../tools/remotePlacements.ts';
import { root } from '../../tools/run.ts';
import { dialogs } from './dialogs.ts';
import { screens, visitorRoutes } from './screens.ts';

test('R22 the table of screens has every route of the host and of each feature', () => {
  const routes = [...hostRoutes, ...Object.values(remotePlacements).flatMap(({ paths }) => paths)];
  const listed = new Set([...screens.map(({ route }) => route), ...visitorRoutes]);
  expect([...listed].toSorted()).toEqual([...routes.map(({ path }) => path), '*'].toSorted());
});

/** The components that other files render as a dialog of their own. */
const rendersDialog = /<(Dialog|Confirm|ConfirmButton|PromptDialog|PictureDialog|ContactRequestDialog|ReasonDialog)\b/;

test('R213 the table of dialogs has every file that renders one', () => {
  const files = globSync('{shared/{conversation,conversationScreen},remotes/*,shell}/src/**/*.tsx', {
    cwd: root,
    exclude: (path) => /\.test\.tsx$|\/(testing|gallery|node_modules)(\/|$)/.test(path),
  });
  const found = files.filter((file) => rendersDialog.test(readFileSync(join(root, file), 'utf8')));
  expect(Object.keys(dialogs).toSorted()).toEqual(found.toSorted());
});
