// Shortcuts for spaces: Alt+1 to Alt+9 open the first nine of the rail. In an installed app Ctrl+1 to Ctrl+9 do, too;
// in a browser they switch tabs.
import { paths } from '@amber/client/paths';
import { useKeyDown } from '@amber/ui/useKeyDown';
import { useNavigate } from 'react-router-dom';

type Keys = Pick<KeyboardEvent, 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** Returns the index of the space that the keys open, from 0; -1 for any other key. */
export function spaceIndexOf({ code, altKey, ctrlKey, metaKey, shiftKey }: Keys, isInstalled: boolean): number {
  const isShortcut = !shiftKey && !metaKey && (altKey ? !ctrlKey : ctrlKey && isInstalled);
  return isShortcut && /^Digit[1-9]$/.test(code) ? Number(code.at(-1)) - 1 : -1;
}

/** Listens on the whole page. */
export function useSpaceKeys(spaces: readonly { id: string }[]): void {
  const navigate = useNavigate();
  useKeyDown((event) => {
    const space = spaces[spaceIndexOf(event, matchMedia('(display-mode: standalone)').matches)];
    if (!space) return;
    event.preventDefault();
    void navigate(paths.space({ sid: space.id }));
  });
}
