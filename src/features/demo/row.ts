/** One row of an import file; see `footfall help import`. */
export type DemoRow = Readonly<Record<string, string>>;
