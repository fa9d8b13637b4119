/** Ports for servers that have to be known before they listen, or that listen again after a stop. */

/** Ports below those that systems give out by themselves: Linux begins at 32768, others at 49152. */
const FIRST = 15_000;
const COUNT = 17_000;

const given = new Set<number>();

/**
 * Returns a port of loopback that nothing has, once in this process. Systems give none of these to other connections and
 * servers, so it stays free until it is used.
 */
export function findFreePort(): number {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (given.has(port) || !canListen(port)) continue;
    given.add(port);
    return port;
  }
}

function canListen(port: number): boolean {
  try {
    void Bun.serve({ port, hostname: '127.0.0.1', fetch: () => new Response() }).stop(true);
    return true;
  } catch {
    return false;
  }
}
