const DIRECTIVE = /^\s*\/\/ #(if (?<name>[a-z]+)|end)$/;

/**
 * The browser script with the pieces that are switched on: lines between `// #if name` and `// #end` stay only when
 * the name is among them. Switches do not nest but around the whole of another: an inner one needs its outer one.
 */
export function applyDirectives(source: string, switchedOn: ReadonlySet<string>): string {
  const open: boolean[] = [];
  const lines: string[] = [];
  for (const line of source.split('\n')) {
    const mark = DIRECTIVE.exec(line);
    if (mark?.groups?.name !== undefined) open.push(switchedOn.has(mark.groups.name));
    else if (mark) open.pop();
    else if (!open.includes(false)) lines.push(line);
  }
  return lines.join('\n');
}

// Not yet in the typed options of Bun's transpiler, hence a value of its own; the size test notices if it stops working.
const MINIFY_OPTIONS = {
  loader: 'js',
  target: 'browser',
  minify: { whitespace: true, identifiers: true, syntax: true },
} as const;

/** The same program in as few bytes as a minifier finds. */
export function minify(source: string): string {
  return new Bun.Transpiler(MINIFY_OPTIONS).transformSync(source).trim();
}
