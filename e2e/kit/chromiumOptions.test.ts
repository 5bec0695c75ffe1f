// The features of Chromium that Playwright disables stay disabled when a test file starts a browser.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { chromiumOptions } from './chromiumOptions.ts';

test('the disabled features include those of the installed Playwright', () => {
  const playwright = createRequire(import.meta.resolve('@playwright/test')).resolve('playwright-core/lib/coreBundle');
  const [, list] = /disabledFeatures = \[(.*?)\]/s.exec(readFileSync(playwright, 'utf8'))!;
  const disabled = list!.split('\n').flatMap((line) => /^\s*"(\w+)"/.exec(line)?.[1] ?? []);
  expect(disabled.length).toBeGreaterThan(5);
  const [prefix, last] = chromiumOptions()
    .args.findLast((arg) => arg.startsWith('--disable-features'))!
    .split('=');
  expect(prefix).toBe('--disable-features');
  expect(last!.split(',')).toEqual(expect.arrayContaining(disabled));
});
