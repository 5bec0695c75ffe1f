import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { Window } from 'happy-dom';
import { expect, test } from 'vitest';
import { pageTranslators } from '../../../tools/rspack/firstPaint.ts';

const page = readFileSync(join(import.meta.dirname, '../index.html'), 'utf8');
const head = readFileSync(join(import.meta.dirname, 'head.html'), 'utf8');
const [, early] = /<script>([^]*?)<\/script>/.exec(page)!;

/** The served page in a language, before its script arrives. */
function openPage(language: string, { hasStarted = false } = {}) {
  const { speak } = pageTranslators(join(import.meta.dirname, '../..')).find((one) => one.language === language)!;
  const window = new Window({ url: 'https://amber.example/chat/' });
  const { document } = window;
  document.head.innerHTML = '<meta name="theme-color">' + speak(head);
  document.body.innerHTML = '<div id="root" data-waiting><h1>Amber</h1></div><img>';
  let reloads = 0;
  const globals = {
    window,
    document,
    localStorage: window.localStorage,
    navigator: window.navigator,
    location: { reload: () => (reloads += 1) },
    matchMedia: window.matchMedia.bind(window),
    addEventListener: window.addEventListener.bind(window),
  };
  runInNewContext(early!.replace('<%= directions %>', '{}'), globals);
  if (hasStarted) Object.assign(window, { amberChunks: [] });
  const script = document.createElement('script');
  document.head.append(script);
  return {
    root: document.getElementById('root')!,
    fail: (of: 'script' | 'img') =>
      (of === 'script' ? script : document.querySelector('img')!).dispatchEvent(new window.Event('error')),
    reloads: () => reloads,
  };
}

test.each([
  ['en', 'Amber could not start', 'Reload'],
  ['zh-Hans', 'Amber 无法启动', '刷新'],
])('R255 in %s a page whose script is missing says so, and reloads on request', (language, title, button) => {
  const { root, fail, reloads } = openPage(language);
  fail('script');
  expect(root.querySelector('[role=alert] h1')!.textContent).toBe(title);
  expect(root.textContent).not.toContain('{{');
  expect(root.hasAttribute('data-waiting')).toBe(false);
  expect(root.querySelector('button')!.textContent).toBe(button);
  root.querySelector('button')!.click();
  expect(reloads()).toBe(1);
});

test('R255 a missing picture, or a script that is missing later, leaves the page as it is', () => {
  const before = openPage('en');
  before.fail('img');
  expect(before.root.textContent).toBe('Amber');
  const after = openPage('en', { hasStarted: true });
  after.fail('script');
  expect(after.root.textContent).toBe('Amber');
});
