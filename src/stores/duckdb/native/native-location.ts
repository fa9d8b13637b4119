let addonPath: string | undefined;

/** Remembers where the DuckDB addon of this process lies; the first answer stays. */
export function rememberAddon(path: string): void {
  addonPath ??= path;
}

/** Where the DuckDB addon was unpacked. Throws when nothing was. */
export function unpackedAddon(): string {
  if (addonPath === undefined) throw new Error('DuckDB was imported before its library was unpacked');
  return addonPath;
}
