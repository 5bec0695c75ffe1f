// A hook that sends contact requests.
import { useAction } from './useAction.ts';
// This import uses the package name, so a remote gets the host's instance; a relative import would bundle a second
// copy.
import { api, showToast } from '@amber/client/engine';
import { words } from './words/gen/client.ts';

/**
 * Returns whether a request is in flight, and the function that sends one. If the other person has already requested
 * contact, both are contacts at once.
 */
export function useContactRequest(): [
  busy: boolean,
  ask: (person: { identifier: string; name: string }, message: string) => Promise<boolean>,
] {
  const [busy, act] = useAction();
  const ask = ({ identifier, name }: { identifier: string; name: string }, message: string) =>
    act(async () => {
      const { status } = await api.contact.apply({ identifier, message });
      showToast('success', status === 'agreed' ? words.agreedWith({ name }) : words.asked);
    });
  return [busy, ask];
}
