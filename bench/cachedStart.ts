// B9: a cached start: from a reload to the local list of chats, while the gateway does not answer.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { chromium } from '@playwright/test';
import { launchOptions } from './kit/browser.ts';
import { startGateway } from './kit/gateway.ts';
import { openMember } from './kit/member.ts';
import { loadSignIn } from './kit/pageLoads.ts';
import { median, ratio, type Row } from './kit/row.ts';

const rounds = 9;
const chats = 200;

/** Proxies files; calls and sockets are cut, and get no answer while it is muted. */
async function startFront(to: number) {
  const open = new Set<Socket>();
  let muted = false;
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    let ignored = false;
    near.on('data', (data) => {
      ignored ||= muted && /^\w+ \/gateway\//.test(data.toString('latin1', 0, 20));
      if (!ignored) far.write(data);
    });
    far.pipe(near);
    open.add(near);
    near.on('close', () => {
      open.delete(near);
      far.destroy();
    });
    for (const side of [near, far]) side.on('error', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/chat/`,
    mute(on: boolean) {
      muted = on;
      for (const socket of open) socket.destroy(); // open connections would go on
    },
    close: () => server.close(),
  };
}

/** In the page: milliseconds from navigation to the frame that has the list. */
const listPainted = () =>
  new Promise<number>((resolve) => {
    const look = () =>
      document.querySelector('nav[aria-label="Conversations"] a')
        ? resolve(performance.now())
        : requestAnimationFrame(look);
    look();
  });

export const row: Row = {
  id: 'B9',
  what: 'cached start to the list, without calls or socket',
  goal: '≤ 1.6 × ready of B4',
  async measure() {
    const gateway = await startGateway();
    const front = await startFront(gateway.port);
    const browser = await chromium.launch(launchOptions);
    const member = await openMember(gateway, front.url);
    try {
      await member.fill(chats, 0);
      const starts: number[] = [];
      const signIns: number[] = [];
      await member.page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
      for (let round = 0; round < rounds + 1; round += 1) {
        front.mute(true);
        await member.page.reload({ waitUntil: 'commit' });
        const start = await member.page.evaluate(listPainted);
        front.mute(false);
        const { ready } = await loadSignIn(browser, gateway.url, false);
        if (round === 0) continue; // warms the machine
        starts.push(start);
        signIns.push(ready);
      }
      return ratio(median(starts), median(signIns), 1.6, 'ms', 'ready of B4');
    } finally {
      await member.close();
      await browser.close();
      front.close();
      await gateway.close();
    }
  },
};
