// Sends a contact request.
import { useAction } from './useAction.ts';
// By its door: in a remote this is the host's, a file beside this one would be a copy.
import { api, showToast } from '@amber/client/engine';
import { words } from './words/gen/client.ts';

/** Whether it is under way, and how to ask; who had asked before is a contact at once. */
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
