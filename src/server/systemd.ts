import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Log } from '../core/log.ts';

/** Paths of systemd-notify in the distributions. */
const NOTIFY_PROGRAMS = ['/usr/bin', '/bin', '/run/current-system/sw/bin'].map(
  folder => `${folder}/systemd-notify`,
);

/**
 * Notifies systemd that the service is ready; `socket` is the value of NOTIFY_SOCKET, undefined for other services. Runs
 * systemd-notify, because Bun cannot send datagrams to a Unix socket. Source: sd_notify(3).
 */
export async function notifyReady(socket: string | undefined, log: Pick<Log, 'warn'>): Promise<void> {
  if (!socket) return;
  const program = NOTIFY_PROGRAMS.find(existsSync) ?? 'systemd-notify';
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
