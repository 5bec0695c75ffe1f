// A proxy in front of a gateway, which still serves files while it keeps calls and sockets waiting.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Proxies files; calls and sockets are cut, and get no answer while it is muted. */
export async function startFront(to: number) {
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
