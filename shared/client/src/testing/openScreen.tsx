// Opens a screen on the fake page and lets a test use it as a person does: reading, pressing, typing.
import { act, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { fakePage } from './fakePage.ts';

export interface OpenScreen {
  /** What is on it, for what is not a word or a button. */
  element: HTMLElement;
  /** Its words now. */
  text(): string;
  /** Waits until its words match. @throws Error when they do not within ten seconds. */
  waitForText(words: RegExp): Promise<void>;
  /** Presses what has this name: a button, a link. @throws Error when there is none. */
  press(name: string): Promise<void>;
  /** Types into the field with this label or placeholder. @throws Error when there is none. */
  type(label: string, words: string): Promise<void>;
  close(): Promise<void>;
}

const nameOf = (element: Element): string => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();

/** By its label, as people find it. */
function fieldOf(page: HTMLElement, label: string): HTMLInputElement | HTMLTextAreaElement | undefined {
  const fields = [...page.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
  const labels = [...page.querySelectorAll('label')].filter((one) => one.textContent?.trim() === label);
  return fields.find(
    (field) =>
      [field.getAttribute('aria-label'), field.getAttribute('placeholder')].includes(label) ||
      labels.some((one) => one.getAttribute('for') === field.id || one.contains(field)),
  );
}

/** React hears of typing by the value that the browser sets itself. */
function setValue(field: HTMLInputElement | HTMLTextAreaElement, words: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, words);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Its effects have run and its first answers are there. */
export async function openScreen(Screens: ComponentType, path: string): Promise<OpenScreen> {
  const { document } = fakePage() as unknown as { document: Document };
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  const settle = (work: () => void) =>
    act(async () => {
      work();
      await new Promise((resolve) => setTimeout(resolve));
    });
  await settle(() =>
    root.render(
      <MemoryRouter initialEntries={[path]}>
        <Screens />
      </MemoryRouter>,
    ),
  );
  return {
    element,
    text: () => element.textContent ?? '',
    async waitForText(words) {
      const end = Date.now() + 10_000;
      while (!words.test(element.textContent ?? '')) {
        if (Date.now() > end) throw new Error(`There is no ${words} in: ${element.textContent}`);
        await settle(() => {});
      }
    },
    async press(name) {
      const found = [...element.querySelectorAll<HTMLElement>('button, a')].find((one) => nameOf(one) === name);
      if (!found) throw new Error(`There is no button or link called ${name} in: ${element.textContent}`);
      await settle(() => found.click());
    },
    async type(label, words) {
      const found = fieldOf(element, label);
      if (!found) throw new Error(`There is no field called ${label} in: ${element.textContent}`);
      await settle(() => setValue(found, words));
    },
    async close() {
      await settle(() => root.unmount());
      element.remove();
    },
  };
}
