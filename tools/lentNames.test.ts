import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './run.ts';

/** The names in the braces of an import or export, types left out. */
const namesIn = (braces: string): string[] =>
  braces
    .split(',')
    .map((name) => name.trim().split(/\s+as\s+/)[0]!)
    .filter((name) => name && !name.startsWith('type '));

/** What the host shares of a package that it does not share whole. */
const lent = (facade: string) =>
  new Set(
    namesIn(
      /export \{([^}]*)\}/.exec(readFileSync(join(root, 'shell', 'src', 'federation', 'facades', facade), 'utf8'))![1]!,
    ),
  );
const packages = { rxjs: lent('rx.ts'), 'react-router-dom': lent('router.ts') };

it.each(Object.entries(packages))(
  'what is built into remotes uses nothing of %s that the host does not lend',
  (name, names) => {
    const files = ['remotes/*/src/**/*.{ts,tsx}', 'shared/{conversation,ui,client}/src/**/*.{ts,tsx}']
      .flatMap((pattern) => globSync(pattern, { cwd: root }))
      .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file));
    expect(files.length).toBeGreaterThan(100);
    const missing = files.flatMap((file) =>
      [
        ...readFileSync(join(root, file), 'utf8').matchAll(new RegExp(`import \\{([^}]*)\\} from '${name}'`, 'g')),
      ].flatMap(([, braces]) =>
        namesIn(braces!)
          .filter((used) => !names.has(used))
          .map((used) => `${file}: ${used}`),
      ),
    );
    expect(missing).toEqual([]);
  },
);
