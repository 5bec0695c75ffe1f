// A proxy in front of a gateway; when muted it still serves files, but keeps calls and sockets waiting.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * Proxies files; calls and sockets are cut, and get no response while it is muted. `redirectTo` cuts everything and leads
 * to another gateway.
 */
export async function startMutableProxy(firstPort: number) {
  const sockets = new Set<Socket>();
  let muted = false;
  let gatewayPort = firstPort;
  const server = createServer((clientSocket) => {
    const gatewaySocket = connect(gatewayPort, '127.0.0.1');
    let ignored = false;
    clientSocket.on('data', (data) => {
      ignored ||= muted && /^\w+ \/gateway\//.test(data.toString('latin1', 0, 20));
      if (!ignored) gatewaySocket.write(data);
    });
    gatewaySocket.pipe(clientSocket);
    sockets.add(clientSocket);
    clientSocket.on('close', () => {
      sockets.delete(clientSocket);
      gatewaySocket.destroy();
    });
    for (const side of [clientSocket, gatewaySocket]) side.on('error', () => clientSocket.destroy());
  });
  /** Open connections would continue as before. */
  const cutConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/chat/`,
    setMuted(on: boolean) {
      muted = on;
      cutConnections();
    },
    redirectTo(port: number) {
      gatewayPort = port;
      cutConnections();
    },
    close: () => server.close(),
  };
}
