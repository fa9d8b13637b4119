import { spawn } from 'node:child_process';
import type { Log } from '../core/log.ts';

/** Where distributions have it. */
const SEARCH_PATH = '/usr/bin:/bin:/run/current-system/sw/bin';

/**
 * Tells systemd that the service is ready, if `socket`, the value of NOTIFY_SOCKET, says that it waits for that. By
 * systemd's own program: its sockets carry datagrams, which the runtime has no means to send. Source: sd_notify(3).
 */
export async function notifyReady(socket: string | undefined, log: Pick<Log, 'warn'>): Promise<void> {
  if (!socket) return;
  await new Promise<void>(done => {
    const child = spawn('systemd-notify', ['--ready'], {
      env: { PATH: SEARCH_PATH, NOTIFY_SOCKET: socket },
      stdio: 'ignore',
    });
    child.on('error', err => {
      log.warn({ err }, 'systemd-notify cannot be run: set Type=exec in the unit, or systemd waits for ever');
      done();
    });
    child.on('exit', code => {
      if (code !== 0) log.warn({ code }, 'systemd was not notified that the service is ready');
      done();
    });
  });
}
