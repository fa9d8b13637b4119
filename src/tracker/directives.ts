const DIRECTIVE = /^\s*\/\/ #(if (?<name>[a-z]+)|end)$/;

/**
 * Applies the conditional directives of a template: lines between `// #if name` and `// #end` stay only when the name is
 * switched on. A nested section also needs its outer one.
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

// Not in the types of Bun's transpiler yet, hence a constant; the size test notices if it stops working.
const MINIFY_OPTIONS = {
  loader: 'js',
  target: 'browser',
  minify: { whitespace: true, identifiers: true, syntax: true },
} as const;

/** Minifies a script. The transpiler joins declarations of one kind, and writes parentheses that are not needed. */
export function minify(source: string): string {
  const declared = source.replaceAll(/\bconst /g, 'let ');
  const minified = new Bun.Transpiler(MINIFY_OPTIONS).transformSync(declared).trim();
  return minified.replaceAll(/\((\w)\)=>/g, '$1=>');
}
