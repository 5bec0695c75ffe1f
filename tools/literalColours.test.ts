import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './run.ts';

/** Stylesheets with colours of their own, and why they are not tokens. */
const allowed: Record<string, string> = {
  'shared/ui/src/tokens.css': 'The tokens.',
  'shared/ui/src/people/QrCode.module.css': 'Scanners expect dark on white.',
  'shared/ui/src/picture/Picture.module.css': 'The frame of a crop is over a dimmed picture.',
  'shared/ui/src/picture/viewer.module.css': 'A viewer is dark in both themes.',
};

const colour = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|:[^;{]*(?<!-)\b(?:white|black)\b(?!-)/i;

it('R219 styles take their colours from the tokens, so that they follow the theme', () => {
  const files = execFileSync('git', ['ls-files', 'shared/*.css', 'shell/*.css', 'remotes/*.css'], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .filter((file) => existsSync(join(root, file)));
  const literal = files.filter((file) => {
    const withoutComments = readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
    return colour.test(withoutComments);
  });
  expect(literal.toSorted()).toEqual(Object.keys(allowed).toSorted());
});
