// SPDX-License-Identifier: Apache-2.0
// Clients of MQTT.js that a test commands. Each line of the input is a command: {"id", "client", "do", …}. Each line of
// the output answers one, {"id"} or {"id", "error", "code"}, or reports an event of a client: {"client", "event"}.
import { createInterface } from 'node:readline';
import mqtt from 'mqtt';

const clients = new Map();

const tell = (report) => process.stdout.write(`${JSON.stringify(report)}\n`);

const commands = {
  connect({ client, port, version, token }) {
    const connection = mqtt.connect({
      host: '127.0.0.1',
      port,
      protocolVersion: version,
      username: token,
      reconnectPeriod: 0,
    });
    clients.set(client, connection);
    connection.on('message', (topic, payload) =>
      tell({ client, event: 'message', message: `${topic} ${payload}` }),
    );
    connection.on('connect', () => tell({ client, event: 'connected' }));
    connection.on('close', () => tell({ client, event: 'closed' }));
    return new Promise((resolve, reject) => {
      connection.once('connect', resolve);
      connection.once('error', reject);
    });
  },
  async subscribe({ client, filter }) {
    const [grant] = await clients.get(client).subscribeAsync(filter, { qos: 1 });
    if (grant.qos > 1) {
      throw new Error(`${filter} is refused`);
    }
  },
  publish: ({ client, topic, payload, qos }) =>
    clients.get(client).publishAsync(topic, payload, { qos }),
  async end({ client }) {
    await clients.get(client)?.endAsync();
    clients.delete(client);
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, do: command, ...parameters } = JSON.parse(line);
  Promise.resolve(commands[command](parameters)).then(
    () => tell({ id }),
    ({ message, code }) => tell({ id, error: message, code }),
  );
}
process.exit(0);
