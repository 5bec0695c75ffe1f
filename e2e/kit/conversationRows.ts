// The list of conversations and its rows, as a person finds them.
import type { Locator, Page } from '@playwright/test';

export const conversationList = (page: Page): Locator => page.getByRole('navigation', { name: 'Conversations' });

/** The row of the conversation whose name begins with this text. */
export const conversationRow = (page: Page, name: string): Locator =>
  conversationList(page).getByRole('link', { name: new RegExp(`^${name}`) });
