// Types into a field of a test's screen.
import { act } from 'react';

type ChangeHandler = (event: { target: { value: string } }) => void;

/**
 * Calls the field's change handler. React decides when it is loaded whether input events exist, and at that time a test
 * has no document yet, so that dispatched events change nothing.
 */
export async function typeInto(screen: HTMLElement, label: string, text: string): Promise<void> {
  const id = [...screen.querySelectorAll('label')].find(({ textContent }) => textContent === label)?.htmlFor;
  const field = id && screen.ownerDocument.getElementById(id);
  if (!field) throw new Error(`There is no field called ${label} in: ${screen.textContent}`);
  const props = Object.entries(field).find(([name]) => name.startsWith('__reactProps'))?.[1] as {
    onChange: ChangeHandler;
  };
  await act(async () => props.onChange({ target: { value: text } }));
}
