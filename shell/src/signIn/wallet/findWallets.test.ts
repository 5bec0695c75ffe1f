import { describe, expect, it } from 'vitest';
import { findWallets } from './findWallets.ts';

const provider = { request: async () => null };

function page(announce: (say: (detail: unknown) => void) => void = () => {}, ethereum?: unknown) {
  const target = new EventTarget();
  const say = (detail: unknown) => target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  target.addEventListener('eip6963:requestProvider', () => announce(say));
  return Object.assign(target, ethereum === undefined ? {} : { ethereum });
}
const info = (uuid: string, name = uuid, icon = 'data:image/png;base64,AA') => ({ uuid, name, icon });

describe('R4 wallets of a browser', () => {
  it('R4 each that announces itself is found once, also when it is late or says it twice', async () => {
    const found = await findWallets(
      page(
        (say) => {
          say({ info: info('a'), provider });
          say({ info: info('a'), provider });
          setTimeout(() => say({ info: info('b', 'Bee'), provider }), 100);
        },
        { request: async () => null },
      ),
    );
    expect(found).toEqual([
      { id: 'a', name: 'a', icon: 'data:image/png;base64,AA', provider },
      { id: 'b', name: 'Bee', icon: 'data:image/png;base64,AA', provider },
    ]);
  });

  it('R4 without announcements the one in the page is taken; without either there is none', async () => {
    expect(await findWallets(page(undefined, provider))).toEqual([{ id: 'page', name: '', icon: '', provider }]);
    expect(await findWallets(page())).toEqual([]);
    expect(await findWallets(page(undefined, { isMetaMask: true }))).toEqual([]);
  });

  it('T11 an announcement of another shape is passed over, and a picture from elsewhere is not shown', async () => {
    const found = await findWallets(
      page((say) => {
        say(undefined);
        say({ info: info('a') });
        say({ provider });
        say({ info: info('c', 'x'.repeat(100), 'https://evil.example/i.png'), provider });
      }),
    );
    expect(found).toEqual([{ id: 'c', name: 'x'.repeat(40), icon: '', provider }]);
  });
});
