let addonPath: string | undefined;

/** Sets the path of the DuckDB addon of this process, once. */
export function setAddonPath(path: string): void {
  addonPath ??= path;
}

/** Returns the path of the DuckDB addon. Throws when none was unpacked. */
export function getAddonPath(): string {
  if (addonPath === undefined) throw new Error('DuckDB was imported before its library was unpacked');
  return addonPath;
}
