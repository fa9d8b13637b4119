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
// Resolves once the last text is written: a pipe takes no more than 64 KiB at once, and an exit would cut off the rest.
let printed = Promise.resolve();
let isPrintLost = false;
const code = await runCli(process.argv.slice(2), {
  program: isCompiled ? [process.execPath] : [process.execPath, import.meta.path],
  environment: process.env,
  print(text) {
    printed = new Promise(resolve => {
      process.stdout.write(`${text}\n`, error => {
        // A reader that has seen enough, such as head, is no failure.
        if (error && 'code' in error && error.code !== 'EPIPE') isPrintLost = true;
        resolve();
      });
    });
  },
  complain: text =>
    void process.stderr.write(
      `${isJournal(process.env['JOURNAL_STREAM']) ? withPriority('error', text) : text}\n`,
    ),
  draw: text => void process.stderr.write(text),
  settingsFile: '/etc/footfall/footfall.env',
  stdin: process.stdin,
  stdout: process.stdout,
  isTerminal: process.stderr.isTTY === true,
});
await printed;
if (isPrintLost) process.stderr.write('footfall: standard output could not be written\n');
process.exit(isPrintLost && code === 0 ? 1 : code);
