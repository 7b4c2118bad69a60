import { createServer, request, type Server } from 'node:http';

/**
 * Listens on a port of the loopback interface, and forwards every request to `endpoint` with the
 * name of a host. Names below cloudfront.net resolve elsewhere from here.
 */
export async function forwardToHost(port: number, endpoint: string, host: string): Promise<Server> {
  const { hostname, port: endpointPort } = new URL(endpoint);
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const target = {
      hostname,
      port: endpointPort,
      method,
      path,
      headers: { ...headers, host },
    };
    const onward = request(target, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.once('error', (error) => outgoing.destroy(error));
    incoming.pipe(onward);
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', done);
  });
  return server;
}
