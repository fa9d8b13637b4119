/** Entry: words and environment in, exit code out. Nothing else reads the environment. */

/** Bun's work pool has as many threads as the machine has cores; two running queries would hold up all file reads. */
const POOL_THREADS = '16';

const isCompiled = import.meta.path.startsWith('/$bunfs/');

if (process.env['UV_THREADPOOL_SIZE'] === undefined && process.execve) {
  const words = isCompiled ? process.argv.slice(2) : process.argv.slice(1);
  const environment = { ...process.env, UV_THREADPOOL_SIZE: POOL_THREADS };
  // The size is read when the process begins: it has to begin anew.
  process.execve(process.execPath, [process.execPath, ...words], environment);
}

process.umask(0o077);
// Only now, so that the first beginning of the two loads nothing.
const { runCli } = await import('./cli/main.ts');
const { isJournal, withPriority } = await import('./core/log.ts');
const { finished } = await import('node:stream/promises');
const { isOutputDevice, openStandardOutput } = await import('./cli/standard-output.ts');
const stdout = openStandardOutput();
/** Why standard output could not be written. */
let lost: unknown;
stdout.on('error', error => {
  lost = error;
});
// Should nothing be left to wait for before the end, that is a failure.
process.exitCode = 1;
const code = await runCli(process.argv.slice(2), {
  program: isCompiled ? [process.execPath] : [process.execPath, import.meta.path],
  environment: process.env,
  print: text => void stdout.write(`${text}\n`),
  complain: text =>
    void process.stderr.write(
      `${isJournal(process.env['JOURNAL_STREAM']) ? withPriority('error', text) : text}\n`,
    ),
  draw: text => void process.stderr.write(text),
  settingsFile: '/etc/footfall/footfall.env',
  stdin: process.stdin,
  stdout,
  isOutputDevice: isOutputDevice(),
  isTerminal: process.stderr.isTTY === true,
});
if (!stdout.writableEnded) stdout.end();
await finished(stdout).catch(error => {
  lost ??= error;
});
// A reader that has seen enough, such as head, is no failure.
const isLost = lost instanceof Error && !('code' in lost && lost.code === 'EPIPE');
if (isLost && code === 0) process.stderr.write('footfall: standard output could not be written\n');
process.exit(isLost && code === 0 ? 1 : code);
