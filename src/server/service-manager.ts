import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Log } from '../core/log.ts';

/** Where distributions have it. */
const PROGRAMS = ['/usr/bin', '/bin', '/run/current-system/sw/bin'].map(folder => `${folder}/systemd-notify`);

/**
 * Tells systemd that the service is ready, if `socket`, the value of NOTIFY_SOCKET, says that it waits for that. By
 * systemd's own program: its sockets carry datagrams, which the runtime has no means to send. Source: sd_notify(3).
 */
export async function notifyReady(socket: string | undefined, log: Pick<Log, 'warn'>): Promise<void> {
  if (!socket) return;
  const program = PROGRAMS.find(existsSync) ?? 'systemd-notify';
  const failure = await new Promise<string | null>(done => {
    const child = spawn(program, ['--ready'], { env: { NOTIFY_SOCKET: socket }, stdio: 'ignore' });
    child.on('error', error => done(error.message));
    child.on('exit', code => done(code === 0 ? null : `exit code ${code}`));
  });
  if (failure !== null)
    log.warn(
      { failure },
      'systemd could not be notified that the service is ready, and waits: set Type=exec in the unit',
    );
}
