import { fakeHost } from '@amber/client/testing';
import { beforeEach, expect, it, vi } from 'vitest';
import { findSpokenRange } from './findSpokenRange.ts';

beforeEach(async () => {
  // It makes the document.
  const host = await fakeHost({});
  await host.open(() => null, '/');
  vi.stubGlobal('NodeFilter', { SHOW_TEXT: 4 });
  return () => vi.unstubAllGlobals();
});

function find(html: string, text: string, sentence: string, from = text.indexOf(sentence)): string | null {
  const element = document.createElement('article');
  element.innerHTML = html;
  document.body.append(element);
  return findSpokenRange(element, text, from, from + sentence.length)?.toString() ?? null;
}

it('R132 finds the sentence in rendered Markdown', () => {
  const text = 'First **bold** one. Second *one*.\n\n- a point';
  const html = '<b>Robo</b><p>First <strong>bold</strong> one. Second <em>one</em>.</p><ul><li>a point</li></ul>';
  expect(find(html, text, 'First **bold** one.')).toBe('First bold one.');
  expect(find(html, text, 'Second *one*.')).toBe('Second one.');
  expect(find(html, text, '- a point')).toBe('a point');
});

it('R132 of a sentence that occurs twice, the one that is spoken', () => {
  const text = 'Yes. Really. Yes.';
  const element = document.createElement('p');
  element.textContent = text;
  const range = findSpokenRange(element, text, 13, 17)!;
  expect([range.startOffset, range.endOffset]).toEqual([13, 17]);
});

it('R132 marks nothing that is not there', () => {
  expect(find('<p>Other words</p>', 'First one.', 'First one.')).toBeNull();
  expect(find('<p>First one.</p>', 'First one.', '', 0)).toBeNull();
});
