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
const code = await runCli(process.argv.slice(2), {
  program: isCompiled ? [process.execPath] : [process.execPath, import.meta.path],
  environment: process.env,
  print: text => void process.stdout.write(`${text}\n`),
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
process.exit(code);
