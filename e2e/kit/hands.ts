// Three ways to use the app, each of which counts what the person does: the keyboard alone, a pointer, and touch.
import type { Locator, Page } from '@playwright/test';
import { expect } from './world.ts';
import { touch } from './touch.ts';

/** What a person did: controls pressed (keys, clicks or taps), and texts typed. */
export interface Effort {
  presses: number;
  texts: number;
}

export interface Hand {
  readonly effort: Effort;
  /** Presses a link, a button, an option or an entry of a menu. */
  press(target: Locator): Promise<void>;
  /** Sends the form of the field that has the focus. */
  submit(button: Locator): Promise<void>;
  /** Types into a field, which may have the focus already. */
  write(field: Locator, text: string): Promise<void>;
  /** Opens the menu of a row of a list. */
  openMenu(row: Locator): Promise<void>;
}

/** More steps than any screen has controls: the focus is lost or caught. */
const stepsMax = 120;

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element.contains(document.activeElement));

export function keyboard(page: Page): Hand {
  const effort: Effort = { presses: 0, texts: 0 };
  const key = async (name: string) => {
    effort.presses += 1;
    await page.keyboard.press(name);
  };

  /** The key that leads towards the target: arrows inside a list or a menu with one tab stop, else Tab. */
  const nextKey = (target: Locator): Promise<string> =>
    target.evaluate((element: HTMLElement) => {
      const active = document.activeElement ?? document.body;
      const group = element.closest('[role="menu"], [role="listbox"], [role="log"], nav, [data-tab-group]');
      const isBefore =
        !element.contains(active) && (element.compareDocumentPosition(active) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
      const isBeside = element.getBoundingClientRect().top === active.getBoundingClientRect().top;
      if (element.closest('[role="menu"] [role="group"]')?.contains(active) && isBeside)
        return isBefore ? 'ArrowLeft' : 'ArrowRight';
      // Left and right also lead out of a text that is empty.
      if (element.closest('[data-tab-group]')?.contains(active)) return isBefore ? 'ArrowLeft' : 'ArrowRight';
      // Arrows move between messages, not from a control within one.
      const hasArrows = group?.contains(active) && (group.role !== 'log' || active.matches('[data-message]'));
      if (element.tabIndex < 0 && hasArrows) return isBefore ? 'ArrowUp' : 'ArrowDown';
      return isBefore ? 'Shift+Tab' : 'Tab';
    });

  async function reach(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    for (let steps = 0; !(await isFocused(target)); steps += 1) {
      if (steps === stepsMax) throw new Error(`the keyboard does not reach ${String(target)}`);
      await key(await nextKey(target));
    }
  }

  return {
    effort,
    async press(target) {
      await reach(target);
      await key((await target.getAttribute('role')) === 'checkbox' ? 'Space' : 'Enter');
    },
    submit: () => key('Enter'),
    async write(field, text) {
      await reach(field);
      await page.keyboard.press('ControlOrMeta+a'); // part of typing the new text
      await page.keyboard.type(text);
      effort.texts += 1;
    },
    async openMenu(row) {
      await reach(row);
      await key('Shift+F10');
    },
  };
}

function byPressing(page: Page, pressOn: (target: Locator) => Promise<void>): Hand {
  const effort: Effort = { presses: 0, texts: 0 };
  const press = async (target: Locator) => {
    effort.presses += 1;
    await pressOn(target);
  };
  return {
    effort,
    press,
    submit: press,
    async write(field, text) {
      await expect(field).toBeVisible();
      if (!(await isFocused(field))) await press(field);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
      effort.texts += 1;
    },
    openMenu: press,
  };
}

export const pointer = (page: Page): Hand => {
  const hand = byPressing(page, (target) => target.click());
  return {
    ...hand,
    async openMenu(row) {
      hand.effort.presses += 1;
      await row.click({ button: 'right' });
    },
  };
};

const holdTime = 700;

export const finger = (page: Page): Hand => {
  const hand = byPressing(page, (target) => target.tap());
  return {
    ...hand,
    async openMenu(row) {
      hand.effort.presses += 1;
      await touch(page, row, { held: holdTime });
    },
  };
};
