// The sign-in form as the page was served: typed into before any script ran, then taken over by React.

const root = (): HTMLElement => document.getElementById('root')!;

/** Whether the page was served with the form, in this page's language. */
export const isFormPrerendered = (): boolean =>
  root().querySelector('form.sign-card') !== null && document.documentElement.dataset['frame'] !== 'other';

/** What was typed until now. */
export const typedValues = (): { phone?: string; code?: string } =>
  Object.fromEntries(
    [...root().querySelectorAll<HTMLInputElement>('input[name=phone], input[name=code]')].map(({ name, value }) => [
      name,
      value,
    ]),
  );

/** From now on the page's script answers presses, instead of the few lines of index.html that mark the last one. */
export const markInteractive = (): void => root().removeAttribute('data-waiting');

/** Does what was pressed before. */
export function replayPress(): void {
  const pressed = root().querySelector<HTMLButtonElement>('button[aria-busy]');
  pressed?.removeAttribute('aria-busy');
  pressed?.click();
}
