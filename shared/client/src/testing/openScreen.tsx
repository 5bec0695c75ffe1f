// Opens a screen on the fake page and lets a test use it as a person does: reading, pressing, typing.
import { act, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { fakePage } from './fakePage.ts';

export interface OpenScreen {
  /** The screen's root, for assertions beyond text and buttons. */
  element: HTMLElement;
  /** Returns the current text. */
  text(): string;
  /** Waits until the text matches. @throws Error when it does not within ten seconds. */
  waitForText(pattern: RegExp): Promise<void>;
  /** Clicks the button or link with this name. @throws Error when there is none. */
  press(name: string): Promise<void>;
  /** Types into the field with this label or placeholder. @throws Error when there is none. */
  type(label: string, text: string): Promise<void>;
  close(): Promise<void>;
}

const nameOf = (element: Element): string => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();

/** Finds a field by its label or placeholder, as people do. */
function fieldOf(page: HTMLElement, label: string): HTMLInputElement | HTMLTextAreaElement | undefined {
  const fields = [...page.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
  const labels = [...page.querySelectorAll('label')].filter((one) => one.textContent?.trim() === label);
  return fields.find(
    (field) =>
      [field.getAttribute('aria-label'), field.getAttribute('placeholder')].includes(label) ||
      labels.some((one) => one.getAttribute('for') === field.id || one.contains(field)),
  );
}

/**
 * React decides when it is loaded whether input events exist, and a test has no document then: it ignores dispatched
 * ones. This calls the field's handler instead.
 */
function setValue(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const props = Object.entries(field).find(([name]) => name.startsWith('__reactProps'))?.[1] as
    | { onChange?(event: { target: unknown; currentTarget: unknown }): void }
    | undefined;
  const target = { value: text };
  props?.onChange?.({ target, currentTarget: target });
}

/** Mounts a screen, and resolves when its effects have run and its first answers have arrived. */
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
    async waitForText(pattern) {
      const end = Date.now() + 10_000;
      while (!pattern.test(element.textContent ?? '')) {
        if (Date.now() > end) throw new Error(`There is no ${pattern} in: ${element.textContent}`);
        await settle(() => {});
      }
    },
    async press(name) {
      const found = [...element.querySelectorAll<HTMLElement>('button, a')].find((one) => nameOf(one) === name);
      if (!found) throw new Error(`There is no button or link called ${name} in: ${element.textContent}`);
      await settle(() => found.click());
    },
    async type(label, text) {
      const found = fieldOf(element, label);
      if (!found) throw new Error(`There is no field called ${label} in: ${element.textContent}`);
      await settle(() => setValue(found, text));
    },
    async close() {
      await settle(() => root.unmount());
      element.remove();
    },
  };
}
