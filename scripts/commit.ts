/** Asks git for the commit that is checked out. */

export interface Commit {
  /** Its first twelve digits; `-modified` follows when files were changed since. */
  readonly id: string;
  /** Its day in UTC: `2026-11-25`. */
  readonly date: string;
  readonly committedAt: Date;
}

/** Returns the commit of a checkout; undefined for sources without git. */
export function readCommit(folder: string): Commit | undefined {
  const git = (...words: string[]): string | undefined => {
    const { success, stdout } = Bun.spawnSync(['git', ...words], { cwd: folder, stderr: 'ignore' });
    return success ? stdout.toString().trim() : undefined;
  };
  if (Bun.which('git') === null) return undefined;
  const [id = '', seconds] = git('show', '-s', '--format=%H %ct', 'HEAD')?.split(' ') ?? [];
  if (seconds === undefined) return undefined;
  const isModified = git('status', '--porcelain', '--untracked-files=no') !== '';
  const committedAt = new Date(Number(seconds) * 1000);
  return {
    id: `${id.slice(0, 12)}${isModified ? '-modified' : ''}`,
    date: committedAt.toISOString().slice(0, 10),
    committedAt,
  };
}
